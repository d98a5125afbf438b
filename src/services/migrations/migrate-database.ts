import { OperatorError } from '#kernel/errors/operator-error'
import type { Task } from '#kernel/jobs/task'
import { beginMigration, endMigration, MIGRATE_DATABASE } from './migration-runs.ts'
import type { Migrations } from './migrations.ts'

/**
 * Returns the job that applies the migrations that a request asked for: the only one that logs in as the owner of the
 * tables. If its worker is killed, another one applies the rest.
 */
export const migrationTasks = (migrations: Migrations): Record<string, Task> => ({
  [MIGRATE_DATABASE]: async ({ database, log }, payload) => {
    const { runId } = payload as { runId: number }
    if (!(await beginMigration(database.system, runId))) return
    const message = await migrations.apply(database.ownerUrl, log).then(
      () => null,
      (error: unknown) => {
        log.error({ err: error, run: runId }, 'a migration that was requested failed')
        return error instanceof OperatorError ? error.message : 'The migration failed. The log of the worker says why.'
      },
    )
    await endMigration(database.system, runId, message)
  },
})
