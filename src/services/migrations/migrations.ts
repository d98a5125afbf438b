import type pg from 'pg'

export interface MigrationState {
  name: string
  /** `changed`: the file differs from the one that was applied. `unknown`: a newer build applied it. */
  state: 'applied' | 'pending' | 'changed' | 'failed' | 'unknown'
  appliedAt: Date | null
  /** Why it failed. */
  message: string | null
}

/** The migrations of this build, for processes that cannot or must not read its files themselves. */
export interface Migrations {
  /** Compares the database with the files of this build, in order. Reads only. */
  list(client: pg.ClientBase): Promise<MigrationState[]>
  /** Applies what is pending. @throws OperatorError that states what to do */
  apply(ownerUrl: string, log: MigrationLog): Promise<void>
}

export interface MigrationLog {
  info(message: string): void
  warn(message: string): void
}

/**
 * The advisory lock of those that apply migrations. Updates of built-in templates share it, so that none runs while tables
 * change. Not the key of the schema engine, which locks that one itself.
 */
export const MIGRATION_LOCK = 4_711_366
