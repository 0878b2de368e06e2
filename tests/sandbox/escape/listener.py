"""The host's listeners: every kind of address, each answering with a secret. Arguments: home, mark, secret."""
import os
import socket
import sys
import threading

home, mark, secret = sys.argv[1:]


def serve(sock, accepts):
    while True:
        if accepts:
            peer = sock.accept()[0]
            peer.recv(4096)
            peer.sendall(secret.encode())
            peer.close()
        else:
            _, address = sock.recvfrom(4096)
            if address:
                sock.sendto(secret.encode(), address)
        # Whoever came, the host has noticed.
        open(f"{os.path.dirname(home)}/{mark}", "w").close()


os.makedirs(f"{home}/sockets", exist_ok=True)
for kind, number in (("stream", socket.SOCK_STREAM), ("dgram", socket.SOCK_DGRAM), ("seqpacket", socket.SOCK_SEQPACKET)):
    for address in (f"{home}/sockets/{kind}", f"\0{mark}-{kind}"):
        sock = socket.socket(socket.AF_UNIX, number)
        sock.bind(address)
        if kind != "dgram":
            sock.listen()
        threading.Thread(target=serve, args=(sock, kind != "dgram"), daemon=True).start()
tcp = socket.create_server(("127.0.0.1", 0))
threading.Thread(target=serve, args=(tcp, True), daemon=True).start()
print(tcp.getsockname()[1], flush=True)
sys.stdin.read()
