/** What a problem's code stands for: the statuses it comes with, what it means and what the caller can do about it. */
export interface ProblemType {
  readonly status: readonly number[]
  readonly meaning: string
  readonly advice: string
}
