/**
 * Parts of the policy that are loaded when a judgement first asks for them: start-up is paid on every call, and
 * most calls need few of them.
 * @module
 */

/** One part, or several behind one look-up. */
export interface Late {
  /**
   * Whether something was asked for that is not here. The judgement that asked is then worth nothing and is made
   * again after {@link load}; what is missing answers in the closed way until then.
   */
  readonly isWanted: boolean;
  load(): Promise<void>;
}
