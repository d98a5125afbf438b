import { OperatorError } from '#kernel/errors/operator-error'

/** PostgreSQL is unavailable, or Guildhall cannot use the database. */
export class DatabaseError extends OperatorError {
  override readonly name = 'DatabaseError'

  /** Whether the same attempt can succeed later, without a correction. */
  readonly isTemporary: boolean

  constructor(message: string, cause?: unknown, isTemporary = false) {
    super(message, cause === undefined ? undefined : { cause })
    this.isTemporary = isTemporary
  }
}

/** A name as an SQL statement writes it. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`
