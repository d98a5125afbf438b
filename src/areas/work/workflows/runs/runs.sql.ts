import { instantJson, listJson } from '#kernel/database/json-sql'
import { recordedParts } from '#kernel/records/change-sql'
import type { Scope } from '#kernel/tenancy/scope'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import type { RunEnd, RunPosition, StepFailure, StepLog } from '../engine/run.model.ts'
import { workflowEvents } from '../workflows.events.ts'

/**
 * Ends runs that are at a step, active or failed, with their history and events, in one statement, and returns the id of
 * each. The waiting log entries of the runs end too. They are found by run: by state, the planner would expect few of them
 * while there are many.
 *
 * @param which a condition on `workflow_run r`.
 */
const endRunsSql = (scope: Scope, which: Sql, { state, reason }: RunEnd): Sql => {
  const kind = state === 'completed' ? workflowEvents.completed : workflowEvents.left
  return Prisma.sql`WITH ended AS (
      UPDATE workflow_run r SET state = ${state}::text, end_reason = ${reason}::text,
        ended_at = ${scope.clock.now()}::timestamptz, step_id = NULL, due_at = NULL, is_waiting = false
      WHERE r.tenant_id = ${scope.db.tenantId}::int AND r.step_id IS NOT NULL AND ${which}
      RETURNING r.id, r.workflow_id, r.contact_id, r.rotation
    ), cut_short AS (
      UPDATE workflow_step_run l SET state = 'skipped', outcome = ${reason}::text,
        done_at = ${scope.clock.now()}::timestamptz
      WHERE l.tenant_id = ${scope.db.tenantId}::int AND l.run_id = ANY (ARRAY(SELECT id FROM ended))
        AND (SELECT l.state) = 'waiting'
    ), change AS MATERIALIZED (
      SELECT 'workflow'::text AS entity, e.workflow_id AS entity_id, w.audit_id, 'updated'::text AS action,
        NULL::jsonb AS changes, ${kind}::text AS kind, jsonb_build_object('contactId', e.contact_id,
          'rotation', e.rotation, 'reason', ${reason}::text) AS payload, 'local'::text AS origin
      FROM ended e JOIN workflow w ON w.tenant_id = ${scope.db.tenantId}::int AND w.id = e.workflow_id ORDER BY e.id
    ), ${recordedParts(scope)} SELECT id FROM ended`
}

/** Ends the runs of a workflow that are at a step. */
export const endRunsOfWorkflowSql = (scope: Scope, workflowId: number, end: RunEnd): Sql =>
  endRunsSql(scope, Prisma.sql`r.workflow_id = ${workflowId}`, end)

/** Ends the run of a contact that is at a step. */
export const endRunOfContactSql = (scope: Scope, workflowId: number, contactId: number, end: RunEnd): Sql =>
  endRunsSql(scope, Prisma.sql`r.workflow_id = ${workflowId}::int AND r.contact_id = ${contactId}::int`, end)

/** Ends the runs that are at one step. */
export const endRunsAtStepSql = (scope: Scope, stepId: number, end: RunEnd): Sql =>
  endRunsSql(scope, Prisma.sql`r.step_id = ${stepId}`, end)

/** Ends runs that are at a step by their ids. */
export const endRunsByIdSql = (scope: Scope, ids: readonly number[], end: RunEnd): Sql =>
  endRunsSql(scope, Prisma.sql`r.id = ANY (${[...ids]}::int[])`, end)

/** Ends the active runs whose ids a statement selects as run_id. */
export const endSelectedRunsSql = (scope: Scope, runIds: Sql, end: RunEnd): Sql =>
  endRunsSql(scope, Prisma.sql`r.id = ANY (ARRAY(${runIds}))`, end)

/** Writes log entries in their order; an entry of the same visit is updated. */
export const saveLogSql = (tenantId: number, logs: readonly StepLog[]): Sql => Prisma.sql`
  INSERT INTO workflow_step_run (tenant_id, run_id, step_id, type_id, visit, state, outcome, arrived_at, done_at)
  SELECT ${tenantId}::int, "runId", "stepId", "typeId", visit, state, outcome, "arrivedAt", "doneAt"
  FROM json_to_recordset(${JSON.stringify(logs.map((log, line) => ({ ...log, line })))}::json) AS l("runId" int,
    "stepId" int, "typeId" smallint, visit int, state text, outcome text, "arrivedAt" timestamptz, "doneAt" timestamptz,
    line int)
  ORDER BY line
  ON CONFLICT (tenant_id, run_id, step_id, visit) DO UPDATE
    SET state = excluded.state, outcome = excluded.outcome, done_at = excluded.done_at, type_id = excluded.type_id`

/** The new position of a run, and the sources by which its contact is still in the workflow. */
export interface MovedRun extends RunPosition {
  id: number
  sourceIds: readonly number[]
}

/**
 * Moves runs to their new positions. Each run is looked up by its id: for a tenant that has just grown, the planner
 * expects few runs and would read all of them for each batch. The runs are locked, so their ctid does not change.
 */
export const moveRunsSql = (tenantId: number, runs: readonly MovedRun[]): Sql => Prisma.sql`
  UPDATE workflow_run r SET step_id = s."stepId", visit = s.visit, is_waiting = s."isWaiting",
    arrived_at = s."arrivedAt", due_at = s."dueAt", source_ids = ARRAY(SELECT json_array_elements_text(s."sourceIds")::int)
  FROM json_to_recordset(${JSON.stringify(runs)}::json) AS s(id int, "stepId" int, visit int, "isWaiting" boolean,
    "arrivedAt" timestamptz, "dueAt" timestamptz, "sourceIds" json)
  CROSS JOIN LATERAL (SELECT h.ctid AS address FROM workflow_run h
    WHERE h.tenant_id = ${tenantId}::int AND h.id = s.id OFFSET 0) locked
  WHERE r.tenant_id = ${tenantId}::int AND r.ctid = locked.address`

/** A run that stays at its step, by its id. */
export interface FailedRun extends Omit<StepFailure, 'state'> {
  id: number
  sourceIds: readonly number[]
}

/** Stops active runs at the step that failed, with their events. */
export const failRunsSql = (scope: Scope, runs: readonly FailedRun[]): Sql => {
  const { tenantId } = scope.db
  return Prisma.sql`WITH stopped AS (
      UPDATE workflow_run r SET state = 'failed', end_reason = s.reason, ended_at = ${scope.clock.now()}::timestamptz,
        step_id = s."stepId", visit = s.visit, arrived_at = s."arrivedAt", due_at = NULL, is_waiting = false,
        source_ids = ARRAY(SELECT json_array_elements_text(s."sourceIds")::int)
      FROM json_to_recordset(${JSON.stringify(runs)}::json) AS s(id int, "stepId" int, visit int,
        "arrivedAt" timestamptz, reason text, "sourceIds" json)
      WHERE r.tenant_id = ${tenantId}::int AND r.id = s.id
      RETURNING r.id, r.workflow_id, r.contact_id, r.rotation, r.step_id, r.end_reason
    ), change AS MATERIALIZED (
      SELECT 'workflow'::text AS entity, f.workflow_id AS entity_id, w.audit_id, 'updated'::text AS action,
        NULL::jsonb AS changes, ${workflowEvents.failed}::text AS kind, jsonb_build_object('contactId', f.contact_id,
          'rotation', f.rotation, 'stepId', f.step_id, 'reason', f.end_reason) AS payload, 'local'::text AS origin
      FROM stopped f JOIN workflow w ON w.tenant_id = ${tenantId}::int AND w.id = f.workflow_id ORDER BY f.id
    ), ${recordedParts(scope)} SELECT id FROM stopped`
}

/** The failed runs to retry: all of a workflow, or those of a contact or at a step. */
export interface RetriedRuns {
  workflowId: number
  contactId?: number | undefined
  stepId?: number | undefined
}

/** Makes runs that stay at a failed step active again, before that step. Returns the id of each. */
export const retryRunsSql = ({ db, clock }: Scope, { workflowId, contactId, stepId }: RetriedRuns): Sql => Prisma.sql`
  UPDATE workflow_run r SET state = 'active', end_reason = NULL, ended_at = NULL,
    due_at = ${clock.now()}::timestamptz
  WHERE r.tenant_id = ${db.tenantId}::int AND r.workflow_id = ${workflowId}::int AND r.is_latest
    AND r.state = 'failed' AND r.step_id IS NOT NULL
    AND r.contact_id = coalesce(${contactId ?? null}::int, r.contact_id)
    AND r.step_id = coalesce(${stepId ?? null}::int, r.step_id)
  RETURNING r.id`

/** A run of a contact with its log. */
export interface ContactRunRow {
  rotation: number
  state: 'active' | 'completed' | 'optedout' | 'removed' | 'failed'
  enteredDate: string
  endedDate: string | null
  endReason: string | null
  stepId: number | null
  pendingUntil: string | null
  steps: ContactStepRow[]
}

export interface ContactStepRow {
  stepId: number
  /** The type of the step at that time; null: its current one. */
  typeId: number | null
  visit: number
  state: 'waiting' | 'done' | 'skipped' | 'failed'
  outcome: string | null
  arrivedDate: string
  doneDate: string | null
}

/** Selects the runs of a contact in a workflow, the latest first. */
export const listContactRunsSql = ({ db, clock }: Scope, workflowId: number, contactId: number): Sql => Prisma.sql`
  SELECT r.rotation, r.state, ${instantJson(Prisma.sql`r.entered_at`)} AS "enteredDate",
    ${instantJson(Prisma.sql`r.ended_at`)} AS "endedDate", r.end_reason AS "endReason", r.step_id AS "stepId",
    CASE WHEN r.due_at > ${clock.now()}::timestamptz THEN ${instantJson(Prisma.sql`r.due_at`)} END AS "pendingUntil",
    ${listJson(Prisma.sql`SELECT l.step_id AS "stepId", l.type_id AS "typeId", l.visit, l.state, l.outcome,
      ${instantJson(Prisma.sql`l.arrived_at`)} AS "arrivedDate", ${instantJson(Prisma.sql`l.done_at`)} AS "doneDate"
    FROM workflow_step_run l WHERE l.tenant_id = r.tenant_id AND l.run_id = r.id
    ORDER BY l.number`)} AS steps
  FROM workflow_run r WHERE r.tenant_id = ${db.tenantId} AND r.workflow_id = ${workflowId}
    AND r.contact_id = ${contactId} ORDER BY r.rotation DESC`

/** The failures of a step since its workflow was switched on. */
export interface StepFailures {
  stepId: number
  failed: number
  arrived: number
}

/**
 * Selects the failures of steps. A contact that was already before the step when the workflow was switched on counts
 * once done.
 */
export const countFailuresSql = (tenantId: number, stepIds: readonly number[], activatedAt: Date | null): Sql =>
  Prisma.sql`
  SELECT step_id AS "stepId", count(*)::int AS arrived, count(*) FILTER (WHERE state = 'failed')::int AS failed
  FROM workflow_step_run WHERE tenant_id = ${tenantId}::int AND step_id = ANY (${[...stepIds]}::int[])
    AND coalesce(done_at, arrived_at) >= coalesce(${activatedAt}::timestamptz, '-infinity')
  GROUP BY step_id ORDER BY step_id`
