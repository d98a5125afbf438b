import { OperatorError } from '#kernel/errors/operator-error'

/** PostgreSQL is unavailable, or Guildhall cannot use the database. */
export class DatabaseError extends OperatorError {
  override readonly name = 'DatabaseError'

  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
  }
}

/** A name as an SQL statement writes it. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`
