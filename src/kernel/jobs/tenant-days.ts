import { Prisma } from '#prisma/client'
import { systemScope, type WorkContext } from '../outbox/deliver.ts'
import type { Scope } from '../tenancy/scope.ts'
import { dayIn } from '../time/day.ts'

/** Days in a tenant's time zone, YYYY-MM-DD. */
export interface DaySpan {
  /** The day up to which the work was done before; at first that on which the tenant was made. */
  since: string
  today: string
}

/** When work by tenants' days is to be looked for: it becomes midnight in some time zone at each full quarter. */
export const AFTER_MIDNIGHTS = '1,16,31,46 * * * *'

/**
 * Does what a new day asks for, once for every tenant whose day is later than the one its mark names, each in its own
 * time zone. The mark is set behind the work: what was killed or failed is done again for the same span, so the work
 * must come to the same if repeated. A tenant whose work fails keeps no other waiting.
 *
 * @param name the mark, one for each kind of work.
 * @throws AggregateError behind the last tenant, where some failed.
 */
export const forEachNewDay = async (
  context: WorkContext,
  name: string,
  work: (scope: Scope, span: DaySpan) => Promise<void>,
): Promise<void> => {
  const failures: unknown[] = []
  for (const tenant of await tenantsWithMarks(context, name)) {
    try {
      await followTenant(context, name, tenant, work)
    } catch (error) {
      context.log.error({ err: error, tenant: tenant.id, work: name }, 'the work of a new day failed')
      failures.push(error)
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, `${name} failed for ${failures.length} tenants`)
}

interface MarkedTenant {
  id: number
  time_zone: string
  created_at: Date
  /** YYYY-MM-DD; null ahead of the first run. */
  mark: string | null
}

const tenantsWithMarks = ({ database }: WorkContext, name: string) =>
  database.system.$queryRaw<MarkedTenant[]>`
    SELECT t.id, t.time_zone, t.created_at, m.day::text AS mark FROM tenant t
    LEFT JOIN day_mark m ON m.tenant_id = t.id AND m.name = ${name} ORDER BY t.id`

const followTenant = async (
  context: WorkContext,
  name: string,
  { id, time_zone, created_at, mark }: MarkedTenant,
  work: (scope: Scope, span: DaySpan) => Promise<void>,
): Promise<void> => {
  const today = dayIn(time_zone, context.clock.now())
  const since = mark ?? dayIn(time_zone, created_at)
  if (since >= today) return
  const scope = await systemScope(context, id)
  await work(scope, { since, today })
  await setMark(scope, name, today)
}

const setMark = ({ db }: Scope, name: string, day: string) =>
  db.rows(Prisma.sql`INSERT INTO day_mark AS m (tenant_id, name, day)
    VALUES (${db.tenantId}::integer, ${name}::text, ${day}::date)
    ON CONFLICT (tenant_id, name) DO UPDATE SET day = greatest(m.day, excluded.day)`)
