/**
 * What bubblewrap reports through `--json-status-fd`: one JSON object a line, written to a file.
 * @module
 */

/** An open status file. It stays readable after its name was removed. */
export interface SandboxStatus {
  /** Process id of the sandbox's first process; undefined until it was started. */
  firstProcess(): number | undefined;
  /** The command's exit code (128+n for signal n); undefined unless the command was executed and ended. */
  exitCode(): number | undefined;
  close(): void;
}

/** A status is a few hundred bytes; more is not ours. */
const MAX_BYTES = 4096;

/** Makes the status file, to be written by bubblewrap through its path, and keeps it open for reading. */
export function createSandboxStatus(path: string): SandboxStatus {
  const file = Deno.openSync(path, { read: true, write: true, createNew: true, mode: 0o600 });

  function read(key: string): number | undefined {
    const bytes = new Uint8Array(MAX_BYTES);
    file.seekSync(0, Deno.SeekMode.Start);
    const length = file.readSync(bytes) ?? 0;
    const complete = new TextDecoder().decode(bytes.subarray(0, length)).split("\n").slice(0, -1);
    return complete.map((line) => numberIn(line, key)).find((value) => value !== undefined);
  }

  return {
    firstProcess: () => read("child-pid"),
    exitCode: () => read("exit-code"),
    close: () => file.close(),
  };
}

function numberIn(line: string, key: string): number | undefined {
  const value = (JSON.parse(line) as Record<string, unknown>)[key];
  return typeof value === "number" ? value : undefined;
}
