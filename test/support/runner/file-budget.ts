/** The duration of a test file: its tests and hooks, without loading its modules. */
export interface FileTime {
  path: string
  milliseconds: number
}

/** A file below this duration is never too slow, even in a short run. */
const ALWAYS_ALLOWED_MS = 6000

/**
 * Returns a sentence for each file that takes more than its share of the run. A share, because a limit in seconds
 * would fail on a busy machine without a defect.
 */
export const overBudget = (files: readonly FileTime[], maxShare: number): string[] => {
  const whole = files.reduce((sum, { milliseconds }) => sum + milliseconds, 0)
  const budget = Math.max(ALWAYS_ALLOWED_MS, whole * maxShare)
  return files
    .filter(({ milliseconds }) => milliseconds > budget)
    .map(
      ({ path, milliseconds }) =>
        `${path} takes ${(milliseconds / 1000).toFixed(1)} s of ${(whole / 1000).toFixed(0)} s, more than ` +
        `${(maxShare * 100).toFixed(1)} %. Move its long part to a *.proof.test.ts file and leave a short form.`,
    )
}
