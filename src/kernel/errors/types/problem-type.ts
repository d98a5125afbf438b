/** The meaning of a problem's code: its statuses, an explanation, and what the caller can do about it. */
export interface ProblemType {
  readonly status: readonly number[]
  readonly meaning: string
  readonly advice: string
}
