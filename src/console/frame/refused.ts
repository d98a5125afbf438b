import type { CallProblem } from '#kernel/http/call-operation'
import { plainText } from './plain-words.ts'

/** The parts of a problem document that the console shows. */
export interface ShownProblem {
  status: number
  code: string
  detail: string
  /** Each names its field by a pointer. */
  errors: readonly { pointer: string; message: string }[]
}

export const shownProblem = ({ status, code, detail, errors = [] }: CallProblem): ShownProblem => ({
  status,
  code,
  detail,
  errors,
})

/** An operation rejected a call of the console. */
export class Refused extends Error {
  readonly problem: ShownProblem

  constructor(problem: ShownProblem) {
    super(problem.detail)
    this.problem = problem
  }
}

/** Returns the text of a problem for a person: what is wrong and what to do. */
export const problemText = ({ code, detail, errors }: ShownProblem): string => {
  const text = plainText({ code, detail })
  if (text !== detail) return text
  const faults = errors.map(({ pointer, message }) => `${pointer.replace(/^(\/|query:|path:)/, '')} ${message}.`)
  return [detail, ...faults].filter((text) => text !== '').join(' ')
}
