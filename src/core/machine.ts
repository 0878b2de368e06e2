/**
 * What is known of the machine where a sandbox does not start. Types only; read by `src/host/machine.ts`.
 * @module
 */

/** Facts that tell the causes of a failed set-up apart; all but the first are Linux's and empty elsewhere. */
export interface Machine {
  readonly uid: number | undefined;
  /** Name of process 1: `bwrap` inside a sandbox of ours, else an init or a container's entry point. */
  readonly firstProcess: string;
  /** `/proc/sys/user/max_*_namespaces`, by the star. */
  readonly namespaceLimits: Readonly<Record<string, number>>;
  /** Debian's `kernel.unprivileged_userns_clone` is 0. */
  readonly unprivilegedCloneOff: boolean;
  /** Ubuntu's `kernel.apparmor_restrict_unprivileged_userns` is 1. */
  readonly apparmorRestricts: boolean;
  /** `CAP_SETFCAP` is effective: root needs it to map itself into a user namespace. */
  readonly canMapRoot: boolean;
  readonly noNewPrivileges: boolean;
  /** A seccomp filter is active, as in most containers. */
  readonly filtered: boolean;
  /** Mounts below `/proc` that hide parts of it; the kernel then refuses a fresh `/proc`. */
  readonly procMasks: readonly string[];
}
