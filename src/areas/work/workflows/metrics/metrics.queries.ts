import type { Scope } from '#kernel/tenancy/scope'
import { todayOf } from '#kernel/time/day'
import type { DayRange } from './metrics.input.ts'
import {
  type ActivityCounts,
  countActivitySql,
  countStatesSql,
  type DayFigures,
  listDaysSql,
  type StateCount,
} from './metrics.sql.ts'

/** Lists the figures of each day, days without activity included, of one workflow or of all that are not deleted. */
export const listDays = ({ db }: Scope, range: DayRange, workflowId: number | null): Promise<DayFigures[]> =>
  db.rows<DayFigures>(listDaysSql(db.tenantId, range, workflowId))

/** Finds the days from the first entry into a workflow to today; null if no contact has entered it. */
export const findDayRange = async ({ db, tenant, clock }: Scope, workflowId: number): Promise<DayRange | null> => {
  const first = await db.prisma.workflowDay.findFirst({
    where: { tenantId: db.tenantId, workflowId },
    orderBy: { day: 'asc' },
    select: { day: true },
  })
  if (!first) return null
  return { from: first.day.toISOString().slice(0, 10), to: todayOf({ tenant, clock }) }
}

/** The numbers of contacts by the state of their latest run. */
export interface Totals {
  active: number
  early: number
  completed: number
  failed: number
}

/** The current figures of workflows. */
export interface Scores extends Totals, ActivityCounts {}

/** Counts the contacts of one workflow, or of all that are not deleted. */
export const readTotals = async ({ db }: Scope, workflowId: number | null): Promise<Totals> => {
  const rows = await db.rows<StateCount>(countStatesSql(db.tenantId, workflowId))
  const sumOf = (...states: string[]) =>
    rows.reduce((sum, { state, count }) => (states.includes(state) ? sum + count : sum), 0)
  return {
    active: sumOf('active'),
    early: sumOf('optedout', 'removed'),
    completed: sumOf('completed'),
    failed: sumOf('failed'),
  }
}

const MONTH_DAYS = 30
const DAY_MS = 86_400_000

/** Reads the scores of one workflow, or of all that are not deleted. */
export const readScores = async (scope: Scope, workflowId: number | null): Promise<Scores> => {
  const { db, clock } = scope
  const since = new Date(clock.now().getTime() - MONTH_DAYS * DAY_MS)
  const totals = await readTotals(scope, workflowId)
  const [activity] = await db.rows<ActivityCounts>(countActivitySql(db.tenantId, workflowId, since))
  if (!activity) throw new Error('The database returned no scores')
  return { ...totals, ...activity }
}
