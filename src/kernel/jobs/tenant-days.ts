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
  /** The names of works of the same night that must be done before, if there are any. */
  readonly after?: readonly string[]
  /** Does the work of a span. Must be idempotent: work that was killed or failed is repeated for the same span. */
  run(scope: Scope, span: DaySpan): Promise<void>
}

/** The job of one tenant. */
export const NEW_DAY = 'tenant.new-day'

interface NewDayPayload {
  tenantId: number
  /** One kind of work that has failed, or that a process of the previous release has added; absent for all. */
  work?: string
}

/** Tenants per transaction: few, so that it ends in time also on a slow machine. */
const BATCH = 50
/** Milliseconds for it. */
const LIMITS = { timeout: 60_000, maxWait: 10_000 }
/** Attempts within some hours. The job of the next day does the work of both days. */
const MAX_ATTEMPTS = 10
/** The wait before the second attempt of a kind of work. */
const RETRY_MS = 5000

/** Returns the works in their order, except that each comes after those that it names. */
export const orderWorks = (works: readonly NewDayWork[]): NewDayWork[] => {
  const ordered: NewDayWork[] = []
  const add = (work: NewDayWork): void => {
    if (ordered.includes(work)) return
    for (const before of works.filter(({ name }) => work.after?.includes(name))) add(before)
    ordered.push(work)
  }
  works.forEach(add)
  return ordered
}

/**
 * Finds the tenants that have a new day by the index of `tenant.next_day_at`, and adds one job for each. At each quarter of an
 * hour it is midnight in some time zone.
 */
export const newDays = (): CronTask => ({
  name: 'new-days',
  at: '1,16,31,46 * * * *',
  task: async (context) => {
    while ((await startNewDays(context)) === BATCH);
  },
})

/**
 * Runs the jobs that `newDays` adds. Each kind of work has its mark and, if it fails, a job of its own that tries it again: it
 * stops no other kind.
 */
export const newDayTask = (works: readonly NewDayWork[]): Task => {
  const byName = new Map(works.map((work) => [work.name, work]))
  return async (context, payload) => {
    const { tenantId, work: name } = payload as NewDayPayload
    const scope = await systemScope(context, tenantId)
    if (name === undefined) return runAll(scope, works)
    const work = byName.get(name)
    if (work) await runWork(scope, work, await findMarks(scope))
    else context.log.warn({ tenantId, work: name }, 'work of a new day that does not exist is not done')
  }
}

const runAll = async (scope: Scope, works: readonly NewDayWork[]): Promise<void> => {
  const marks = await findMarks(scope)
  for (const work of works) {
    try {
      await runWork(scope, work, marks)
    } catch (error) {
      const { tenantId } = scope.db
      scope.log.error({ err: error, tenantId, work: work.name }, 'work of a new day failed and will be retried')
      await scope.db.transaction((tx) => enqueueJobs(tx, [retryJob(tenantId, work.name)]))
    }
  }
}

/** Retries a job at once in the table, so that neither a kill nor the end of the job loses it. */
const retryJob = (tenantId: number, work: string): JobSpec => ({
  name: NEW_DAY,
  payload: { tenantId, work },
  key: `new-day:${work}`,
  runAt: new Date(Date.now() + RETRY_MS),
  attempts: MAX_ATTEMPTS - 1,
})

interface DueTenant {
  id: number
  timeZone: string
}

/** Adds the jobs of a batch of tenants and sets their next midnight, in one transaction. Returns the number of tenants. */
const startNewDays = ({ database, clock }: WorkContext): Promise<number> =>
  database.system.$transaction(async (prisma) => {
    const tx = withRows(prisma)
    const now = clock.now()
    const due = await tx.rows<DueTenant>(Prisma.sql`SELECT id, time_zone AS "timeZone" FROM tenant
      WHERE next_day_at <= ${now}::timestamptz ORDER BY next_day_at, id LIMIT ${BATCH} FOR UPDATE SKIP LOCKED`)
    await enqueueJobs(
      tx,
      due.map(({ id }) => newDayJob(id)),
    )
    await setNextDays(tx, due, now)
    return due.length
  }, LIMITS)

const newDayJob = (tenantId: number): JobSpec => ({
  name: NEW_DAY,
  payload: { tenantId },
  key: 'new-day',
  attempts: MAX_ATTEMPTS,
})

const setNextDays = (tx: Transaction, tenants: readonly DueTenant[], now: Date) => {
  const next = tenants.map(({ id, timeZone }) => ({ id, at: nextMidnight(timeZone, now) }))
  return tx.$executeRaw(Prisma.sql`UPDATE tenant t SET next_day_at = n.at
    FROM json_to_recordset(${JSON.stringify(next)}::json) AS n (id integer, at timestamptz) WHERE t.id = n.id`)
}

/**
 * Returns the next midnight. A zone that PostgreSQL accepts and Node.js does not must not delay other tenants: then
 * only its own jobs fail.
 */
const nextMidnight = (zone: string, now: Date): Date => {
  const timeZone = zoneName(zone) ?? 'UTC'
  return instantAt(timeZone, addDays(dayIn(timeZone, now), 1), '00:00')
}

/** Does one kind of work of a tenant for the days since its mark. */
export const runNewDay = async (context: WorkContext, work: NewDayWork, tenantId: number): Promise<void> => {
  const scope = await systemScope(context, tenantId)
  await runWork(scope, work, await findMarks(scope))
}

/** Does the work, and sets the mark after it. Does nothing if the mark is of the current day. */
const runWork = async (scope: Scope, work: NewDayWork, marks: ReadonlyMap<string, string>): Promise<void> => {
  const { timeZone, createdAt } = scope.tenant
  const today = dayIn(timeZone, scope.clock.now())
  const since = marks.get(work.name) ?? dayIn(timeZone, createdAt)
  if (since >= today) return
  await work.run(scope, { since, today })
  await setMark(scope, work.name, today)
}

/** Finds the last day of each kind of work. */
const findMarks = async ({ db }: Scope): Promise<Map<string, string>> => {
  const marks = await db.rows<{ name: string; day: string }>(
    Prisma.sql`SELECT name, day::text FROM day_mark WHERE tenant_id = ${db.tenantId}::integer`,
  )
  return new Map(marks.map(({ name, day }) => [name, day]))
}

const setMark = ({ db }: Scope, name: string, day: string) =>
  db.rows(Prisma.sql`INSERT INTO day_mark AS m (tenant_id, name, day)
    VALUES (${db.tenantId}::integer, ${name}::text, ${day}::date)
    ON CONFLICT (tenant_id, name) DO UPDATE SET day = greatest(m.day, excluded.day)`)
