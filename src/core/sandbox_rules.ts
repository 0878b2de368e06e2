/**
 * The shape of `configs/sandbox.json`. Types only.
 * @module
 */

/** Paths of one reader that run code later, outside the sandbox, and are therefore read-only in it. */
export interface ProtectedEntry {
  /** Relative paths; which directory they start from is said by the list they stand in. */
  readonly paths: readonly string[];
  /** Whether one that does not exist gets a placeholder, is watched, or may come into being. */
  readonly absent: "block" | "watch" | "allow";
  /** Text of the placeholder, where the reader needs a file. */
  readonly content?: string;
  /** Paths below each of `paths` that stay writable. */
  readonly writable?: readonly string[];
  readonly why: string;
}

/** The built-in rules of the sandbox. */
export interface SandboxRules {
  readonly why: string;
  readonly masked_directories: readonly { readonly path: string; readonly why: string }[];
  readonly protected: {
    /** Relative to the home directory. */
    readonly home: readonly ProtectedEntry[];
    /** Relative to the work directory, each repository around it, and each write path. */
    readonly work: readonly ProtectedEntry[];
    /** Relative to a repository's `.git` directory. */
    readonly git: readonly ProtectedEntry[];
  };
}
