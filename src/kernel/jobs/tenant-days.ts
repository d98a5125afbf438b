import { Prisma } from '#prisma/client'
import { systemScope, type WorkContext } from '../outbox/deliver.ts'
import type { Scope } from '../tenancy/scope.ts'
import { dayIn } from '../time/day.ts'

/** Days in a tenant's time zone, YYYY-MM-DD. */
export interface DaySpan {
  /** The day up to which the work is done; at first the day on which the tenant was created. */
  since: string
  today: string
}

/** The cron expression for work by tenants' days: at each quarter of an hour it is midnight in some time zone. */
export const AFTER_EACH_MIDNIGHT = '1,16,31,46 * * * *'

/**
 * Runs the work of a new day once for every tenant whose current day, in its own time zone, is later than its mark. The
 * mark is set after the work: work that was killed or failed is repeated for the same span, so it must be idempotent. A
 * tenant whose work fails does not delay the others.
 *
 * @param name the mark, one for each kind of work.
 * @throws AggregateError after the last tenant, if some failed.
 */
export const forEachNewDay = async (
  context: WorkContext,
  name: string,
  work: (scope: Scope, span: DaySpan) => Promise<void>,
): Promise<void> => {
  const failures: unknown[] = []
  for (const tenant of await tenantsWithMarks(context, name)) {
    try {
      await runForTenant(context, name, tenant, work)
    } catch (error) {
      context.log.error({ err: error, tenant: tenant.id, work: name }, 'the work of a new day failed')
      failures.push(error)
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, `${name} failed for ${failures.length} tenants`)
}

interface MarkedTenant {
  id: number
  timeZone: string
  createdAt: Date
  /** YYYY-MM-DD; null before the first run. */
  mark: string | null
}

const tenantsWithMarks = ({ database }: WorkContext, name: string) =>
  database.system.$queryRaw<MarkedTenant[]>`
    SELECT t.id, t.time_zone AS "timeZone", t.created_at AS "createdAt", m.day::text AS mark FROM tenant t
    LEFT JOIN day_mark m ON m.tenant_id = t.id AND m.name = ${name} ORDER BY t.id`

const runForTenant = async (
  context: WorkContext,
  name: string,
  { id, timeZone, createdAt, mark }: MarkedTenant,
  work: (scope: Scope, span: DaySpan) => Promise<void>,
): Promise<void> => {
  const today = dayIn(timeZone, context.clock.now())
  const since = mark ?? dayIn(timeZone, createdAt)
  if (since >= today) return
  const scope = await systemScope(context, id)
  await work(scope, { since, today })
  await setMark(scope, name, today)
}

const setMark = ({ db }: Scope, name: string, day: string) =>
  db.rows(Prisma.sql`INSERT INTO day_mark AS m (tenant_id, name, day)
    VALUES (${db.tenantId}::integer, ${name}::text, ${day}::date)
    ON CONFLICT (tenant_id, name) DO UPDATE SET day = greatest(m.day, excluded.day)`)
