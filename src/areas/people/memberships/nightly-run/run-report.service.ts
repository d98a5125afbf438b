import type { Scope } from '#kernel/tenancy/scope'
import type { Day } from '#kernel/time/calendar'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import type { Night, NoticeKind } from './nightly-plan.model.ts'

/** What is counted of a night. */
const COUNTS = [
  'begun',
  'graced',
  'lapsed',
  'dropped',
  'invoiced',
  'expiring_notice',
  'grace_notice',
  'dropped_notice',
  'refused',
] as const
type Counted = (typeof COUNTS)[number]
export type Counts = Partial<Record<Counted, number>>
/** What a night does to a membership, in the words of the report. */
export type Effect = Exclude<Counted, 'refused'>

/** What turning to a status is counted as. */
const TURNS: Partial<Record<string, Effect>> = { Active: 'begun', Grace: 'graced', Lapsed: 'lapsed' }

export const noticeCount = (kind: NoticeKind): Effect => `${kind}_notice`

/** All that a night does to a membership. */
export const effectsOf = ({ turn, drop, invoice, notices }: Night): Effect[] => {
  const turned = turn && TURNS[turn.status]
  return [
    ...(turned ? [turned] : []),
    ...(drop === null ? [] : (['dropped'] as const)),
    ...(invoice === null ? [] : (['invoiced'] as const)),
    ...notices.map(({ kind }) => noticeCount(kind)),
  ]
}

export const sumUp = (all: readonly Effect[]): Counts => {
  const sums: Counts = {}
  for (const one of all) sums[one] = (sums[one] ?? 0) + 1
  return sums
}

/** Begins the day's run, or goes on with it: then what is left is added to what was done. */
export const beginRun = ({ db, clock }: Scope, day: Day, isOn: boolean, left: number) =>
  db.rows(Prisma.sql`INSERT INTO membership_nightly_run AS r (tenant_id, day, is_on, total, started_at)
    VALUES (${db.tenantId}::int, ${day}::date, ${isOn}::boolean, ${left}::int, ${clock.now()}::timestamptz)
    ON CONFLICT (tenant_id, day) DO UPDATE SET status = 'running', is_on = excluded.is_on, finished_at = NULL,
      total = r.done_count + excluded.total`)

/** Adds what was done, in the transaction that did it. */
export const reportSql = ({ db }: Scope, day: Day, done: number, counts: Counts): Sql => {
  const sums = COUNTS.map(
    (name) => Prisma.sql`${Prisma.raw(`${name}_count`)} =
    ${Prisma.raw(`${name}_count`)} + ${counts[name] ?? 0}::int`,
  )
  return Prisma.sql`UPDATE membership_nightly_run SET done_count = done_count + ${done}::int, ${Prisma.join(sums, ', ')}
    WHERE tenant_id = ${db.tenantId}::int AND day = ${day}::date`
}

export const endRun = ({ db, clock }: Scope, day: Day, status: 'completed' | 'failed') =>
  db.rows(Prisma.sql`UPDATE membership_nightly_run SET status = ${status}::text,
    finished_at = ${clock.now()}::timestamptz WHERE tenant_id = ${db.tenantId}::int AND day = ${day}::date`)
