"""Whoever listens on the host: the test has put one listener behind each kind of address."""
import os
import socket
import struct

from hostile import HOME, attempt, main

KINDS = {"stream": socket.SOCK_STREAM, "dgram": socket.SOCK_DGRAM, "seqpacket": socket.SOCK_SEQPACKET}


def addresses(kind):
    return [f"{HOME}/sockets/{kind}", f"\0{os.environ['MARK']}-{kind}"]


def ask(sock, address):
    sock.settimeout(1)
    sock.connect(address)
    sock.send(b"hello")
    return sock.recv(4096)


def connect_by_path_and_name():
    for kind, number in KINDS.items():
        for address in addresses(kind):
            attempt(lambda: ask(socket.socket(socket.AF_UNIX, number), address))


def connect_one_of_a_pair_anew():
    for kind, number in KINDS.items():
        for flags in (0, socket.SOCK_CLOEXEC, socket.SOCK_NONBLOCK):
            for address in addresses(kind):
                pair = attempt(socket.socketpair, socket.AF_UNIX, number | flags)
                for sock in pair or ():
                    attempt(ask, sock, address)
                    attempt(sock.sendto, b"hello", address)
                    attempt(sock.sendmsg, [b"hello"], [], 0, address)


def connect_a_raw_pair():
    for address in addresses("dgram"):
        pair = attempt(socket.socketpair, socket.AF_UNIX, socket.SOCK_RAW)
        for sock in pair or ():
            attempt(ask, sock, address)
            attempt(sock.sendto, b"hello", address)


def connect_with_odd_families():
    # Only the lower half of the number counts for the kernel.
    from hostile import LIBC, NUMBERS
    import ctypes
    for family in (1 | 1 << 32, 1 | 1 << 63):
        fd = LIBC.syscall(ctypes.c_long(NUMBERS["socket"]), ctypes.c_ulong(family), ctypes.c_long(1), 0)
        print("fd", fd)
        if fd >= 0:
            sock = socket.socket(fileno=fd)
            for address in addresses("stream"):
                attempt(ask, sock, address)


def connect_to_loopback():
    for host in ("127.0.0.1", "localhost", "0.0.0.0", "127.8.8.8"):
        attempt(lambda: ask(socket.socket(), (host, int(os.environ["PORT"]))))
    attempt(lambda: ask(socket.socket(socket.AF_INET6), ("::ffff:127.0.0.1", int(os.environ["PORT"]))))


def reach_the_network():
    for address in (("192.0.2.1", 80), ("169.254.169.254", 80), ("8.8.8.8", 53)):
        sock = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        attempt(sock.sendto, b"x", address)
        attempt(lambda: ask(socket.socket(), address))


def open_raw_and_exotic_sockets():
    for family in range(46):
        for kind in (1, 2, 3, 5, 10):
            if family not in (2, 10):
                attempt(socket.socket, family, kind, 0)
    for protocol in (1, 6, 17, 255):
        attempt(socket.socket, socket.AF_INET, socket.SOCK_RAW, protocol)
        attempt(socket.socket, socket.AF_INET6, socket.SOCK_RAW, protocol)


def speak_netlink():
    for protocol in range(24):
        attempt(socket.socket, 16, socket.SOCK_RAW, protocol)
    sock = socket.socket(16, socket.SOCK_RAW, 0)
    sock.settimeout(1)
    # RTM_NEWLINK and RTM_NEWROUTE, to bring a device up or a route in.
    for kind in (16, 24):
        sock.send(struct.pack("IHHII", 32, kind, 0x405, 1, 0) + bytes(16))
        attempt(sock.recv, 4096)


def reach_shared_memory_and_queues():
    from hostile import LIBC
    for number in range(64):
        print(LIBC.shmat(number, 0, 0o10000), LIBC.msgget(number, 0), LIBC.semget(number, 0, 0))
    attempt(lambda: print(open(f"/dev/shm/{os.environ['MARK']}-shared").read()))
    for name in attempt(os.listdir, "/dev/mqueue") or []:
        attempt(lambda: print(open(f"/dev/mqueue/{name}").read()))


def read_what_is_on_the_network():
    for name in ("unix", "tcp", "netlink", "packet"):
        attempt(lambda: print(open(f"/proc/net/{name}").read()))


if __name__ == "__main__":
    main(globals())
