/**
 * A line typed on a raw terminal, key by key.
 * @module
 */
import { hasUnsafeCharacter } from "../display.ts";

/** What a key did. */
export interface KeyEffect {
  /** What to show for it. */
  readonly echo: string;
  /** Set when the line is over: by Enter, or by a key that means no (^C ^D ^\). */
  readonly end?: "entered" | "cancelled";
}

/** How a line is typed. */
export interface LineOptions {
  /** A secret is not shown, and every character of it counts, invisible ones too. */
  readonly secret: boolean;
}

/** A longer answer is none; the rest is not taken. */
const MAX_BYTES = 1024;

const KEY = { interrupt: 3, end: 4, backspace: 8, kill: 21, word: 23, escape: 27, quit: 28 };
const DELETE = 127;
const ENTER = [10, 13];

/**
 * Collects one line. Keys come as bytes of a terminal without line editing: Enter ends; ^C, ^D and ^\ cancel;
 * backspace, ^U and ^W take back; arrow and function keys are swallowed whole; other control characters too.
 */
export class TypedLine {
  readonly #secret: boolean;
  readonly #bytes: number[] = [];
  #escape: "none" | "started" | "sequence" = "none";

  /** An empty line. */
  constructor(options: LineOptions) {
    this.#secret = options.secret;
  }

  /** Takes one byte. */
  press(byte: number): KeyEffect {
    if (this.#escape !== "none") return this.#inEscape(byte);
    if (ENTER.includes(byte)) return { echo: "", end: "entered" };
    switch (byte) {
      case KEY.interrupt:
      case KEY.end:
      case KEY.quit:
        return { echo: "", end: "cancelled" };
      case KEY.backspace:
      case DELETE:
        return this.#erase((erased) => erased === 1);
      case KEY.kill:
        return this.#erase(() => true);
      case KEY.word:
        return this.#erase((_, character) => character !== " ");
      case KEY.escape:
        this.#escape = "started";
        return { echo: "" };
    }
    return byte < 0x20 || this.#bytes.length >= MAX_BYTES ? { echo: "" } : this.#add(byte);
  }

  /** What was typed. */
  text(): string {
    return new TextDecoder().decode(Uint8Array.from(this.#bytes));
  }

  /** What was typed, as bytes for the caller to wipe; the line forgets them. */
  take(): Uint8Array {
    const taken = Uint8Array.from(this.#bytes);
    this.wipe();
    return taken;
  }

  /** Forgets what was typed. */
  wipe(): void {
    this.#bytes.fill(0);
    this.#bytes.length = 0;
  }

  #inEscape(byte: number): KeyEffect {
    const opens = this.#escape === "started" && (byte === 0x5b || byte === 0x4f);
    const goesOn = this.#escape === "sequence" && (byte < 0x40 || byte > 0x7e);
    this.#escape = opens || goesOn ? "sequence" : "none";
    return { echo: "" };
  }

  #add(byte: number): KeyEffect {
    this.#bytes.push(byte);
    if (this.#secret) return { echo: "" };
    const start = this.#lastStart();
    const character = decode(this.#bytes.slice(start));
    if (character === undefined) return { echo: "" }; // its last byte is still to come
    if (!hasUnsafeCharacter(character)) return { echo: character };
    this.#bytes.length = start;
    return { echo: "" };
  }

  /** Takes characters back from the end as long as `wanted` says so of each (counted from 1). */
  #erase(wanted: (erased: number, character: string) => boolean): KeyEffect {
    let echo = "";
    for (let erased = 1; this.#bytes.length > 0; erased++) {
      const start = this.#lastStart();
      if (!wanted(erased, decode(this.#bytes.slice(start)) ?? "") && erased > 1) break;
      this.#bytes.fill(0, start);
      this.#bytes.length = start;
      echo += this.#secret ? "" : "\b \b";
    }
    return { echo };
  }

  /** Where the last character starts: before its UTF-8 continuation bytes. */
  #lastStart(): number {
    let start = this.#bytes.length - 1;
    while (start > 0 && ((this.#bytes[start] ?? 0) & 0xc0) === 0x80) start--;
    return Math.max(start, 0);
  }
}

function decode(bytes: readonly number[]): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Uint8Array.from(bytes));
  } catch {
    return undefined;
  }
}
