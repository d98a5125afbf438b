import { recordedParts } from '#kernel/records/change-sql'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { Prisma, type Workflow } from '#prisma/client'
import { holdActiveWorkflow } from '../hold-workflow.service.ts'
import { endRunsSql } from '../runs/runs.sql.ts'
import { readBoard } from '../steps/steps.queries.ts'
import { workflowEvents } from '../workflows.events.ts'
import { enteringSql, LEAVING, leavingSql, listEntering, listLeaving, type SourcesWanted } from './enrollment.sql.ts'

/** Contacts in one transaction. */
const BATCH = 2000

/**
 * Brings the runs of a workflow in step with its sources: who is in none of them any more, or is kept out, leaves early;
 * who is in one and may enter, enters. Who that is, is found once for all of them, and looked at again in the batch that
 * writes it. Killed at any point the same call does the rest.
 */
export const followSources = async (scope: Scope, { id: workflowId, allowReEntry }: Workflow): Promise<void> => {
  const all = { tenantId: scope.db.tenantId, workflowId, allowReEntry }
  for (const { ids, why } of await listLeaving(scope.db, all, BATCH)) {
    await whileActive(scope, workflowId, (tx) => leave(scope, tx, { ...all, contactIds: ids }, why))
  }
  for (const { ids } of await listEntering(scope.db, all, BATCH)) {
    await whileActive(scope, workflowId, (tx, { allowReEntry }) =>
      enter(scope, tx, { ...all, allowReEntry, contactIds: ids }),
    )
  }
}

/** One transaction of work on a workflow that is held; none where it was switched off or deleted meanwhile. */
const whileActive = (
  scope: Scope,
  workflowId: number,
  work: (tx: Transaction, workflow: Workflow) => Promise<void>,
): Promise<void> =>
  scope.db.transaction(async (tx) => {
    const workflow = await holdActiveWorkflow(scope, tx, workflowId)
    if (workflow) await work(tx, workflow)
  })

const leave = async (scope: Scope, tx: Transaction, some: SourcesWanted, why: keyof typeof LEAVING): Promise<void> => {
  const these = Prisma.sql`r.id = ANY (ARRAY(SELECT run_id FROM (${leavingSql(some)}) l WHERE why = ${why}::text))`
  await tx.rows(endRunsSql(scope, these, { state: 'optedout', reason: LEAVING[why] }))
}

/** Lets contacts in, before the first step: each under its next rotation number. */
const enter = async (scope: Scope, tx: Transaction, some: SourcesWanted): Promise<void> => {
  const { tenantId, workflowId: id } = some
  const now = scope.clock.now()
  const first = (await readBoard(tx, tenantId, id)).first()
  if (!first) return
  await tx.rows(Prisma.sql`
    WITH wanted AS MATERIALIZED (${enteringSql(some)}), former AS (
      UPDATE workflow_run r SET is_latest = false WHERE r.tenant_id = ${tenantId}::int AND r.workflow_id = ${id}::int
        AND r.is_latest AND r.contact_id = ANY (ARRAY(SELECT contact_id FROM wanted WHERE rotation > 1))
    ), entered AS (
      INSERT INTO workflow_run (tenant_id, workflow_id, contact_id, rotation, source_ids, entered_at, step_id,
        arrived_at, due_at)
      SELECT ${tenantId}::int, ${id}::int, w.contact_id, w.rotation, w.source_ids, ${now}::timestamptz, ${first.id}::int,
        ${now}::timestamptz, ${now}::timestamptz
      FROM wanted w ORDER BY w.contact_id RETURNING id, contact_id, rotation
    ), change AS MATERIALIZED (
      SELECT 'workflow'::text AS entity, ${id}::int AS entity_id, w.audit_id, 'updated'::text AS action,
        NULL::jsonb AS changes, ${workflowEvents.entered}::text AS kind,
        jsonb_build_object('contactId', e.contact_id, 'rotation', e.rotation) AS payload, 'local'::text AS origin
      FROM entered e JOIN workflow w ON w.tenant_id = ${tenantId}::int AND w.id = ${id}::int ORDER BY e.id
    ), ${recordedParts(scope)} SELECT 1 AS done`)
}
