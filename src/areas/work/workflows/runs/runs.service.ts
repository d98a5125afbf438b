import type { SqlRunner } from '#kernel/database/sql-runner'
import type { Scope } from '#kernel/tenancy/scope'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import type { Travelled } from '../engine/run-path.model.ts'
import type { StepLog, Traveller } from '../engine/run.model.ts'
import { endRunsSql } from './runs.sql.ts'

/** Writes what a batch came to: the log of each contact, where each stands, and who is through. */
export const writeTravelled = async (
  tx: SqlRunner,
  scope: Scope,
  travellers: readonly Traveller[],
  { logs, standings }: Travelled,
): Promise<void> => {
  const { tenantId } = scope.db
  if (logs.length > 0) await tx.rows(logSql(tenantId, logs))
  const active = travellers.flatMap(({ runId, sourceIds }) => {
    const standing = standings.get(runId)
    return standing?.state === 'active' ? [{ id: runId, source_ids: sourceIds, ...columnsOf(standing) }] : []
  })
  if (active.length > 0) await tx.rows(standSql(tenantId, active))
  for (const [end, ids] of endsOf(standings)) {
    await tx.rows(endRunsSql(scope, Prisma.sql`r.id = ANY (${ids}::int[])`, end))
  }
}

const logSql = (tenantId: number, logs: readonly StepLog[]): Sql => Prisma.sql`
  INSERT INTO workflow_step_run (tenant_id, run_id, step_id, type_id, visit, state, outcome, arrived_at, done_at)
  SELECT ${tenantId}::int, run_id, step_id, type_id, visit, state, outcome, arrived_at, done_at
  FROM json_to_recordset(${JSON.stringify(logs.map((log, place) => ({ ...log, place })))}::json) AS l(run_id int,
    step_id int, type_id smallint, visit int, state text, outcome text, arrived_at timestamptz, done_at timestamptz, place int)
  ORDER BY place
  ON CONFLICT (tenant_id, run_id, step_id, visit) DO UPDATE
    SET state = excluded.state, outcome = excluded.outcome, done_at = excluded.done_at`

const columnsOf = (standing: { stepId: number; visit: number; isWaiting: boolean; arrivedAt: Date; dueAt: Date }) => ({
  step_id: standing.stepId,
  visit: standing.visit,
  is_waiting: standing.isWaiting,
  arrived_at: standing.arrivedAt,
  due_at: standing.dueAt,
})

/**
 * Each run is looked up by its id, whatever is known of the tenant: of one that has just grown the planner thinks that it
 * has few runs, and would read all of them for each batch. The runs are held, so that they stay in their places.
 */
const standSql = (tenantId: number, rows: readonly object[]): Sql => Prisma.sql`
  UPDATE workflow_run r SET step_id = s.step_id, visit = s.visit, is_waiting = s.is_waiting, arrived_at = s.arrived_at,
    due_at = s.due_at, source_ids = ARRAY(SELECT json_array_elements_text(s.source_ids)::int)
  FROM json_to_recordset(${JSON.stringify(rows)}::json) AS s(id int, step_id int, visit int, is_waiting boolean,
    arrived_at timestamptz, due_at timestamptz, source_ids json)
  CROSS JOIN LATERAL (SELECT h.ctid AS place FROM workflow_run h
    WHERE h.tenant_id = ${tenantId}::int AND h.id = s.id OFFSET 0) held
  WHERE r.tenant_id = ${tenantId}::int AND r.ctid = held.place`

type Ending = Parameters<typeof endRunsSql>[2]

/** Who ends in the same way, together. */
const endsOf = (standings: Travelled['standings']): [Ending, number[]][] => {
  const ends = new Map<string, [Ending, number[]]>()
  for (const [runId, standing] of standings) {
    if (standing.state === 'active') continue
    const key = `${standing.state}:${standing.reason}`
    const known = ends.get(key)
    if (known) known[1].push(runId)
    else ends.set(key, [{ state: standing.state, reason: standing.reason }, [runId]])
  }
  return [...ends.values()]
}
