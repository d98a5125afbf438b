/**
 * An error that the person at the command line can correct: of the configuration, the machine or the database. The message
 * states what is wrong and what to do, and is printed without a stack trace.
 */
export class OperatorError extends Error {
  override readonly name: string = 'OperatorError'
}
