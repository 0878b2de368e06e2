/**
 * A bound on the total work of one judgement, so that a hostile `package.json` cannot make it long.
 * @module
 */

/** What is left of the allowed work. */
export interface Budget {
  /** Takes units away; false once there are not enough, and from then on. */
  spend(units: number): boolean;
}

/**
 * A budget of so many units; one unit is about one call looked at or one KiB of JSON read.
 *
 * @example
 * ```ts
 * import { createBudget } from "./budget.ts";
 * const budget = createBudget(2);
 * [budget.spend(2), budget.spend(1)]; // [true, false]
 * ```
 */
export function createBudget(units: number): Budget {
  let left = units;
  return {
    spend(cost) {
      left -= cost;
      return left >= 0;
    },
  };
}
