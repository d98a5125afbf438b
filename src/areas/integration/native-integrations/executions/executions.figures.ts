import type { Figure } from '#kernel/metrics/figure'
import { withRows } from '#kernel/tenancy/tenant-db'
import { type RunLoad, runLoadSql } from './executions.sql.ts'

const figure = (name: string, help: string, pick: (load: RunLoad) => number): Figure => ({
  name,
  help,
  read: async (system) => {
    const rows = await withRows(system).rows<RunLoad>(runLoadSql)
    return rows.map((row) => ({ value: pick(row) }))
  },
})

/** The runs of native integrations. */
export const nativeFigures: readonly Figure[] = [
  figure('native_runs_waiting', 'Runs of native integrations that are due or under way.', ({ waiting }) => waiting),
  figure('native_oldest_due_seconds', 'Seconds since the oldest of these runs became due.', ({ seconds }) => seconds),
  figure('native_integrations_failed', 'Native integrations whose last run failed.', ({ failed }) => failed),
]
