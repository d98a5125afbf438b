import type { Scope } from '#kernel/tenancy/scope'
import type { Day } from '#kernel/time/calendar'
import { dayIn } from '#kernel/time/day'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { STEP } from '../steps/step-types.ts'
import type { DayRange } from './metrics.input.ts'

/** What happened on a day of the tenant; active: at its end. */
export interface DayFigures {
  day: Day
  entered: number
  active: number
  earlyOptOuts: number
  completed: number
}

const workflowsSql = ({ db }: Scope, workflowId: number | null): Sql => Prisma.sql`w AS MATERIALIZED (
  SELECT w.id, w.is_active FROM workflow w WHERE w.tenant_id = ${db.tenantId}::int AND w.deleted_at IS NULL
    AND w.id = coalesce(${workflowId}::int, w.id))`

/** One row for each day, those without activity included; of one workflow, or of all that are not deleted. */
export const readDays = (scope: Scope, { from, to }: DayRange, workflowId: number | null): Promise<DayFigures[]> =>
  scope.db.rows<DayFigures>(Prisma.sql`
    WITH ${workflowsSql(scope, workflowId)}, told AS (
      SELECT day, sum(entered) AS entered, sum(early_opt_out) AS early, sum(completed) AS completed FROM workflow_day
      WHERE tenant_id = ${scope.db.tenantId}::int AND workflow_id = ANY (ARRAY(SELECT id FROM w)) AND day <= ${to}::date
      GROUP BY day)
    SELECT to_char(d.day, 'YYYY-MM-DD') AS day, coalesce(t.entered, 0)::int AS entered,
      (SELECT coalesce(sum(b.entered - b.early - b.completed), 0)::int FROM told b WHERE b.day < ${from}::date)
        + (sum(coalesce(t.entered - t.early - t.completed, 0)) OVER (ORDER BY d.day))::int AS active,
      coalesce(t.early, 0)::int AS "earlyOptOuts", coalesce(t.completed, 0)::int AS completed
    FROM (SELECT ${from}::date + n AS day FROM generate_series(0, ${to}::date - ${from}::date) AS n) d
    LEFT JOIN told t ON t.day = d.day ORDER BY d.day`)

/** The days from a workflow's first entry to today; none where nobody ever entered. */
export const daysOfWorkflow = async ({ db, tenant, clock }: Scope, workflowId: number): Promise<DayRange | null> => {
  const first = await db.prisma.workflowDay.findFirst({
    where: { tenantId: db.tenantId, workflowId },
    orderBy: { day: 'asc' },
    select: { day: true },
  })
  if (!first) return null
  return { from: first.day.toISOString().slice(0, 10), to: dayIn(tenant.timeZone, clock.now()) }
}

/** Contacts by what their latest run came to. */
export interface Totals {
  active: number
  early: number
  completed: number
}

/** Figures over workflows as of now. */
export interface Scores extends Totals {
  workflows: number
  activeWorkflows: number
  emails: number
  failed: number
}

/** Of one workflow, or of all that are not deleted. */
export const readTotals = async (scope: Scope, workflowId: number | null): Promise<Totals> => {
  const rows = await scope.db.rows<{ state: string; n: number }>(Prisma.sql`
    WITH ${workflowsSql(scope, workflowId)} SELECT s.state, sum(k.n)::int AS n
    FROM w CROSS JOIN unnest('{active,completed,optedout,removed,failed}'::text[]) AS s(state)
    JOIN record_count k ON k.tenant_id = ${scope.db.tenantId}::int AND k.bucket = 'workflow:' || w.id || ':' || s.state
    GROUP BY s.state`)
  const of = (...states: string[]) => rows.reduce((sum, { state, n }) => (states.includes(state) ? sum + n : sum), 0)
  return { active: of('active'), early: of('optedout', 'removed', 'failed'), completed: of('completed') }
}

const MONTH_DAYS = 30
const DAY_MS = 86_400_000

/** Of one workflow, or of all that are not deleted. */
export const readScores = async (scope: Scope, workflowId: number | null): Promise<Scores> => {
  const { db, clock } = scope
  const since = new Date(clock.now().getTime() - MONTH_DAYS * DAY_MS)
  const totals = await readTotals(scope, workflowId)
  const [scores] = await db.rows<Omit<Scores, keyof Totals>>(Prisma.sql`
    WITH ${workflowsSql(scope, workflowId)}, done AS (
      SELECT count(*) FILTER (WHERE coalesce(l.type_id, s.type_id) = ${STEP.sendEmail}::int AND l.state = 'done')::int AS emails,
        count(*) FILTER (WHERE l.state = 'failed')::int AS failed
      FROM workflow_step_run l JOIN workflow_step s ON s.tenant_id = ${db.tenantId}::int AND s.id = l.step_id
      WHERE l.tenant_id = ${db.tenantId}::int AND l.done_at >= ${since}::timestamptz
        AND s.workflow_id = ANY (ARRAY(SELECT id FROM w)))
    SELECT (SELECT count(*)::int FROM w) AS workflows, (SELECT count(*)::int FROM w WHERE is_active) AS "activeWorkflows",
      emails, failed FROM done`)
  if (!scores) throw new Error('The database answered no scores')
  return { ...totals, ...scores }
}
