/**
 * Work that the thread performs, known to both sides by its name. It is a pure function: input and result are copied, and
 * the thread has no database. A Problem that it throws is thrown to the caller.
 */
export interface ThreadTask<I, O> {
  readonly name: string
  /** Only a type: what the work takes and returns. */
  readonly work?: (input: I) => O
}

/** A task with its implementation, in the thread. */
export interface Performer {
  readonly name: string
  perform(input: unknown): unknown
}

export const threadTask = <I, O>(name: string): ThreadTask<I, O> => ({ name })

export const performer = <I, O>({ name }: ThreadTask<I, O>, work: (input: I) => O | Promise<O>): Performer => ({
  name,
  perform: (input) => work(input as I),
})
