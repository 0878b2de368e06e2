/**
 * Reading and showing an amount of bytes.
 * @module
 */
import type { Result } from "./types.ts";

const UNITS: Readonly<Record<string, number>> = { "": 1, K: 2 ** 10, M: 2 ** 20, G: 2 ** 30 };

/**
 * Bytes of `512M`, `1.5G`, `64K`, in powers of 1024, or plain bytes. Refusal: `request-bad-size`.
 *
 * @example
 * ```ts
 * import { parseSize } from "./size.ts";
 * parseSize("512M"); // { ok: true, value: 536870912 }
 * ```
 */
export function parseSize(text: string): Result<number> {
  const match = /^(\d+(?:\.\d+)?)([KMG]?)$/i.exec(text);
  const bytes = Math.round(Number(match?.[1]) * (UNITS[match?.[2]?.toUpperCase() ?? ""] ?? 0));
  if (match === null || bytes <= 0 || !Number.isSafeInteger(bytes)) {
    return { ok: false, refusal: { code: "request-bad-size", data: { value: text } } };
  }
  return { ok: true, value: bytes };
}

/**
 * The shortest exact spelling that {@link parseSize} reads.
 *
 * @example
 * ```ts
 * import { showSize } from "./size.ts";
 * showSize(536870912); // "512M"
 * ```
 */
export function showSize(bytes: number): string {
  const unit = ["G", "M", "K"].find((name) => bytes % (UNITS[name] ?? 1) === 0) ?? "";
  return `${bytes / (UNITS[unit] ?? 1)}${unit}`;
}
