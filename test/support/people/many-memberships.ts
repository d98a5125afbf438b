import { refreshMemberships } from '#areas/people/memberships/membership-row.service'
import type { Database } from '#kernel/database/database'
import { createLogger } from '#kernel/logging/logger'
import { systemScope } from '#kernel/outbox/deliver'
import { Prisma } from '#prisma/client'

export interface WantedMemberships {
  tenantId: number
  count: number
  /** The first of the days on which they expire. */
  firstExpiry: string
  /** The number of successive days on which they expire, equally many on each. */
  days: number
}

/** Three types: with grace, without grace, and with an early invoice for one in twenty memberships. */
const TYPES = [
  { name: 'With grace', graceDays: 5, renewalInvoiceDays: null },
  { name: 'Without grace', graceDays: 0, renewalInvoiceDays: null },
  { name: 'Invoiced', graceDays: 3, renewalInvoiceDays: 5 },
]

/** Fills a tenant with people who each paid for a year, by SQL. Statuses are derived as of `now`. */
export const addManyMemberships = async (database: Database, wanted: WantedMemberships, now: Date): Promise<void> => {
  const { tenantId, count, firstExpiry, days } = wanted
  const { system } = database
  const levels: { type: number; level: number }[] = []
  for (const type of TYPES) {
    const made = await system.membershipType.create({ data: { tenantId, nameKey: type.name, dueDays: 7, ...type } })
    const level = { tenantId, typeId: made.id, name: 'Whole', nameKey: 'whole', price: 120 }
    levels.push({ type: made.id, level: (await system.membershipLevel.create({ data: level })).id })
  }
  const pick = (key: 'type' | 'level') => Prisma.sql`CASE WHEN n % 20 = 0 THEN ${levels[2]?.[key]}::int
    WHEN n % 4 = 1 THEN ${levels[1]?.[key]}::int ELSE ${levels[0]?.[key]}::int END`
  await system.$executeRaw(Prisma.sql`
    WITH person AS (
      INSERT INTO contact (tenant_id, system_type_id, first_name, last_name, display_name, sort_name, email_address)
      SELECT ${tenantId}::int, 1, 'Ada', 'Member' || n, 'Ada Member' || n, 'member' || n || ' ada',
        'm' || n || '@members.example' FROM generate_series(1, ${count}::int) n ORDER BY n
      RETURNING id, email_address
    ), mailed AS (
      INSERT INTO contact_email (tenant_id, contact_id, address, address_key)
      SELECT ${tenantId}::int, id, email_address, email_address FROM person
    ), joined AS (
      INSERT INTO membership (tenant_id, contact_id, type_id, level_id, joined_on, approved_at, status)
      SELECT ${tenantId}::int, id, ${pick('type')}, ${pick('level')}, ${firstExpiry}::date - 364, now(), 'Pending'
      FROM (SELECT id, row_number() OVER (ORDER BY id) AS n FROM person) p ORDER BY id RETURNING id, level_id
    )
    INSERT INTO membership_term (tenant_id, membership_id, kind, level_id, starts_on, ends_on, months, amount,
      activated_at)
    SELECT ${tenantId}::int, id, 'first', level_id, ${firstExpiry}::date - 364 + (n % ${days}::int)::int,
      ${firstExpiry}::date + (n % ${days}::int)::int, 12, 120, now()
    FROM (SELECT id, level_id, row_number() OVER (ORDER BY id) AS n FROM joined) h ORDER BY id`)
  await deriveAll(database, tenantId, now)
}

const deriveAll = async (database: Database, tenantId: number, now: Date): Promise<void> => {
  const scope = await systemScope({ database, clock: { now: () => now }, log: createLogger('silent') }, tenantId)
  const rows = await database.system.membership.findMany({ where: { tenantId }, select: { id: true } })
  const ids = rows.map(({ id }) => id).sort((a, b) => a - b)
  for (let from = 0; from < ids.length; from += 500) {
    await scope.db.transaction((tx) => refreshMemberships(scope, tx, ids.slice(from, from + 500)))
  }
}
