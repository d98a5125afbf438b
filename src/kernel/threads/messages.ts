import { type FieldFault, Problem } from '../errors/problem.ts'
import type { ProblemCode } from '../errors/problem-types.ts'

/** What the server asks the thread to do. */
export interface TaskMessage {
  name: string
  input: unknown
}

/** The first message of the thread is `ready`, with the id that the system gives it; each later one is the result of a task. */
export type ThreadMessage = { ready: true; threadId?: number | undefined } | ThreadResult

export type ThreadResult =
  | { value: unknown }
  | { problem: { status: number; code: ProblemCode; detail: string; errors: FieldFault[] } }
  | { failure: string }

/**
 * Returns the result of work, or its error in a form that is read again: errors lose their class on the way between
 * threads.
 */
export const resultOf = async (work: () => unknown): Promise<ThreadResult> => {
  try {
    return { value: await work() }
  } catch (error) {
    if (!(error instanceof Problem)) return { failure: String(error instanceof Error ? error.stack : error) }
    const { status, code, message: detail, errors } = error
    return { problem: { status, code, detail, errors } }
  }
}

/** Returns the value of a result, or throws what the task has thrown. */
export const openResult = (result: ThreadResult): unknown => {
  if ('value' in result) return result.value
  if ('failure' in result) throw new Error(`A task of the thread failed: ${result.failure}`)
  const { status, code, detail, errors } = result.problem
  throw new Problem(status, code, detail, { errors })
}
