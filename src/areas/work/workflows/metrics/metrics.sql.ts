import type { Day } from '#kernel/time/calendar'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { STEP } from '../steps/step.model.ts'
import type { DayRange } from './metrics.input.ts'

/** The figures of a day in the tenant's time zone; `active` is the number of contacts at its end. */
export interface DayFigures {
  day: Day
  entered: number
  active: number
  earlyOptOuts: number
  completed: number
  /** Contacts that failed on the day and have not been retried. */
  failed: number
}

const workflowsSql = (tenantId: number, workflowId: number | null): Sql => Prisma.sql`w AS MATERIALIZED (
  SELECT w.id, w.is_active FROM workflow w WHERE w.tenant_id = ${tenantId}::int AND w.deleted_at IS NULL
    AND w.id = coalesce(${workflowId}::int, w.id))`

/** Selects the figures of each day, of one workflow or of all that are not deleted. */
export const listDaysSql = (tenantId: number, { from, to }: DayRange, workflowId: number | null): Sql => Prisma.sql`
  WITH ${workflowsSql(tenantId, workflowId)}, known AS (
    SELECT day, sum(entered) AS entered, sum(early_opt_out) AS early, sum(completed) AS completed,
      sum(failed) AS failed FROM workflow_day
    WHERE tenant_id = ${tenantId}::int AND workflow_id = ANY (ARRAY(SELECT id FROM w)) AND day <= ${to}::date
    GROUP BY day)
  SELECT to_char(d.day, 'YYYY-MM-DD') AS day, coalesce(t.entered, 0)::int AS entered,
    (SELECT coalesce(sum(b.entered - b.early - b.completed - b.failed), 0)::int FROM known b WHERE b.day < ${from}::date)
      + (sum(coalesce(t.entered - t.early - t.completed - t.failed, 0)) OVER (ORDER BY d.day))::int AS active,
    coalesce(t.early, 0)::int AS "earlyOptOuts", coalesce(t.completed, 0)::int AS completed,
    coalesce(t.failed, 0)::int AS failed
  FROM (SELECT ${from}::date + n AS day FROM generate_series(0, ${to}::date - ${from}::date) AS n) d
  LEFT JOIN known t ON t.day = d.day ORDER BY d.day`

/** The number of contacts whose latest run is in a state. */
export interface StateCount {
  state: string
  count: number
}

/** Selects the numbers of contacts by the state of their latest run, of one workflow or of all that are not deleted. */
export const countStatesSql = (tenantId: number, workflowId: number | null): Sql => Prisma.sql`
  WITH ${workflowsSql(tenantId, workflowId)} SELECT s.state, sum(k.n)::int AS count
  FROM w CROSS JOIN unnest('{active,completed,optedout,removed,failed}'::text[]) AS s(state)
  JOIN record_count k ON k.tenant_id = ${tenantId}::int AND k.bucket = 'workflow:' || w.id || ':' || s.state
  GROUP BY s.state`

/** The numbers of workflows, and of emails and failed steps since an instant. */
export interface ActivityCounts {
  workflows: number
  activeWorkflows: number
  emails: number
  failedSteps: number
}

export const countActivitySql = (tenantId: number, workflowId: number | null, since: Date): Sql => Prisma.sql`
  WITH ${workflowsSql(tenantId, workflowId)}, done AS (
    SELECT count(*) FILTER (WHERE coalesce(l.type_id, s.type_id) = ${STEP.sendEmail}::int AND l.state = 'done')::int AS emails,
      count(*) FILTER (WHERE l.state = 'failed')::int AS failed_steps
    FROM workflow_step_run l JOIN workflow_step s ON s.tenant_id = ${tenantId}::int AND s.id = l.step_id
    WHERE l.tenant_id = ${tenantId}::int AND l.done_at >= ${since}::timestamptz
      AND s.workflow_id = ANY (ARRAY(SELECT id FROM w)))
  SELECT (SELECT count(*)::int FROM w) AS workflows, (SELECT count(*)::int FROM w WHERE is_active) AS "activeWorkflows",
    emails, failed_steps AS "failedSteps" FROM done`
