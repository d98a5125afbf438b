import { OperatorError } from '#kernel/errors/operator-error'

/** The reason for which migrations cannot be applied; `advice` states what to do and is part of the message. */
export class MigrationError extends OperatorError {
  override readonly name = 'MigrationError'
  readonly kind: 'changed' | 'failed' | 'former' | 'missing'
  readonly migrations: string[]
  readonly advice: string

  constructor(kind: MigrationError['kind'], migrations: string[], what: string, advice: string, cause?: unknown) {
    super([what, advice].filter((text) => text !== '').join('\n'), cause === undefined ? undefined : { cause })
    this.kind = kind
    this.migrations = migrations
    this.advice = advice
  }
}
