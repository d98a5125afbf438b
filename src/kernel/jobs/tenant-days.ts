import { Prisma } from '#prisma/client'
import { systemScope, type WorkContext } from '../outbox/deliver.ts'
import type { Scope } from '../tenancy/scope.ts'
import { type Transaction, withRows } from '../tenancy/tenant-db.ts'
import { addDays } from '../time/calendar.ts'
import { dayIn } from '../time/day.ts'
import { instantAt, zoneName } from '../time/local-time.ts'
import type { CronTask } from './cron.ts'
import { enqueueJobs, type JobSpec } from './enqueue.ts'
import type { Task } from './task.ts'

/** Days in a tenant's time zone, YYYY-MM-DD. */
export interface DaySpan {
  /** The day up to which the work is done; at first the day on which the tenant was created. */
  since: string
  today: string
}

/** Work that each tenant needs once a day, after midnight in its time zone. */
export interface NewDayWork {
  /** The name of its mark, and of its jobs. */
  readonly name: string
  /** Must be idempotent: work that was killed or failed is repeated for the same span. */
  run(scope: Scope, span: DaySpan): Promise<void>
}

/** The job that does one kind of work for one tenant. */
export const NEW_DAY = 'tenant.new-day'

interface NewDayPayload {
  tenantId: number
  work: string
}

/** Tenants per transaction. */
const BATCH = 200
/** Attempts within some hours. The job of the next day, which replaces a failed one, does the work of both days. */
const MAX_ATTEMPTS = 10

/**
 * Finds the tenants that have a new day by the index of `tenant.next_day_at`, and adds one job per tenant and kind of work.
 * At each quarter of an hour it is midnight in some time zone.
 */
export const newDays = (works: readonly NewDayWork[]): CronTask => ({
  name: 'new-days',
  at: '1,16,31,46 * * * *',
  task: async (context) => {
    while ((await startNewDays(context, works)) === BATCH);
  },
})

/** Runs the jobs that `newDays` adds. */
export const newDayTask = (works: readonly NewDayWork[]): Task => {
  const byName = new Map(works.map((work) => [work.name, work]))
  return async (context, payload) => {
    const { tenantId, work: name } = payload as NewDayPayload
    const work = byName.get(name)
    if (!work) throw new Error(`There is no work "${name}" of a new day`)
    await runNewDay(context, work, tenantId)
  }
}

interface DueTenant {
  id: number
  timeZone: string
}

/** Adds the jobs of a batch of tenants and sets their next midnight, in one transaction. Returns the number of tenants. */
const startNewDays = ({ database, clock }: WorkContext, works: readonly NewDayWork[]): Promise<number> =>
  database.system.$transaction(async (prisma) => {
    const tx = withRows(prisma)
    const now = clock.now()
    const due = await tx.rows<DueTenant>(Prisma.sql`SELECT id, time_zone AS "timeZone" FROM tenant
      WHERE next_day_at <= ${now}::timestamptz ORDER BY next_day_at, id LIMIT ${BATCH} FOR UPDATE SKIP LOCKED`)
    await enqueueJobs(
      tx,
      due.flatMap(({ id }) => works.map((work) => newDayJob({ tenantId: id, work: work.name }))),
    )
    await setNextDays(tx, due, now)
    return due.length
  })

const newDayJob = ({ tenantId, work }: NewDayPayload): JobSpec => ({
  name: NEW_DAY,
  payload: { tenantId, work },
  key: `new-day:${work}`,
  attempts: MAX_ATTEMPTS,
})

const setNextDays = (tx: Transaction, tenants: readonly DueTenant[], now: Date) => {
  const next = tenants.map(({ id, timeZone }) => ({ id, at: nextMidnight(timeZone, now) }))
  return tx.$executeRaw(Prisma.sql`UPDATE tenant t SET next_day_at = n.at
    FROM json_to_recordset(${JSON.stringify(next)}::json) AS n (id integer, at timestamptz) WHERE t.id = n.id`)
}

/** A zone that PostgreSQL accepts and Node.js does not must not delay other tenants: then only its own jobs fail. */
const nextMidnight = (zone: string, now: Date): Date => {
  const timeZone = zoneName(zone) ?? 'UTC'
  return instantAt(timeZone, addDays(dayIn(timeZone, now), 1), '00:00')
}

/**
 * Does the work of a tenant for the days since its mark; nothing if the mark is of its current day. Sets the mark after the
 * work.
 */
export const runNewDay = async (context: WorkContext, work: NewDayWork, tenantId: number): Promise<void> => {
  const scope = await systemScope(context, tenantId)
  const { timeZone, createdAt } = scope.tenant
  const today = dayIn(timeZone, context.clock.now())
  const since = (await findMark(scope, work.name)) ?? dayIn(timeZone, createdAt)
  if (since >= today) return
  await work.run(scope, { since, today })
  await setMark(scope, work.name, today)
}

const findMark = async ({ db }: Scope, name: string): Promise<string | undefined> => {
  const [mark] = await db.rows<{ day: string }>(
    Prisma.sql`SELECT day::text FROM day_mark WHERE tenant_id = ${db.tenantId}::integer AND name = ${name}::text`,
  )
  return mark?.day
}

const setMark = ({ db }: Scope, name: string, day: string) =>
  db.rows(Prisma.sql`INSERT INTO day_mark AS m (tenant_id, name, day)
    VALUES (${db.tenantId}::integer, ${name}::text, ${day}::date)
    ON CONFLICT (tenant_id, name) DO UPDATE SET day = greatest(m.day, excluded.day)`)
