import type { Scope } from '#kernel/tenancy/scope'
import type { Day } from '#kernel/time/calendar'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { listLoginEmails } from '#services/identity/logins'
import { CHAPTERS } from '../generate/chapters.ts'
import { STAFF_SIZE } from '../generate/office.ts'
import { demoStaffEmail } from '../load/office.ts'

/** The ids of the contacts that take part in the work: only people and organizations of the demonstration. */
export interface Cast {
  /** The contacts to which tasks are assigned. */
  staff: number[]
  /** The organizations of the chapters. */
  chapters: number[]
  /** People whose membership began recently or begins soon. */
  newcomers: number[]
  /** People whose membership ends soon, or has ended. */
  renewing: number[]
}

/** The number of first contacts that are read, so that a demonstration of millions costs no more than one of hundreds. */
const LOOKED_AT = 300

export const findCast = async (scope: Scope, today: Day): Promise<Cast> => ({
  staff: await findStaff(scope),
  chapters: await findChapters(scope),
  ...(await findCastMembers(scope, today)),
})

/** Finds the members of the cast, which needs no access to logins. */
export const findCastMembers = async (scope: Scope, today: Day): Promise<Pick<Cast, 'newcomers' | 'renewing'>> => ({
  newcomers: await findMembers(scope, Prisma.sql`m.status IN ('Active', 'Pending')`, Prisma.sql`m.joined_on DESC`),
  renewing: await findMembers(
    scope,
    Prisma.sql`m.status IN ('Grace', 'Lapsed') OR m.status = 'Active' AND m.expiration_date < ${today}::date + 60`,
    Prisma.sql`m.expiration_date`,
  ),
})

/** Returns the staff that loadOffice created. The tenant's own staff get no work and no reminders. */
const findStaff = async ({ db, tenant }: Scope): Promise<number[]> => {
  const seats = await db.rows<{ id: number; loginId: number }>(
    Prisma.sql`SELECT c.id, s.login_id AS "loginId" FROM staff s
      JOIN contact c ON c.tenant_id = s.tenant_id AND c.id = s.contact_id AND c.is_staff AND c.deleted_at IS NULL
      WHERE s.tenant_id = ${tenant.id}::integer ORDER BY c.id`,
  )
  const emails = await listLoginEmails(
    db.prisma,
    seats.map(({ loginId }) => loginId),
  )
  const created = seats.filter(({ id, loginId }) => emails.get(loginId) === demoStaffEmail(tenant, id))
  return created.slice(0, STAFF_SIZE - 1).map(({ id }) => id)
}

const findChapters = ({ db }: Scope): Promise<number[]> =>
  idsOf(
    db,
    Prisma.sql`SELECT c.id FROM chapter h
      JOIN contact c ON c.tenant_id = h.tenant_id AND c.id = h.organization_id AND c.deleted_at IS NULL
      WHERE h.tenant_id = ${db.tenantId}::integer AND h.number = ANY (${CHAPTERS.map(({ number }) => number)}::text[])
      ORDER BY h.id`,
  )

/** Returns a dozen contacts. Only the demonstration creates addresses under .example. */
const findMembers = ({ db }: Scope, condition: Sql, order: Sql): Promise<number[]> =>
  idsOf(
    db,
    Prisma.sql`SELECT c.id FROM (SELECT * FROM contact WHERE tenant_id = ${db.tenantId}::integer
        AND system_type_id = 1 AND deleted_at IS NULL AND NOT is_staff AND email_address LIKE '%.example'
        ORDER BY id LIMIT ${LOOKED_AT}::integer) c
      JOIN membership m ON m.tenant_id = c.tenant_id AND m.contact_id = c.id
      WHERE ${condition} ORDER BY ${order}, c.id LIMIT 12`,
  )

const idsOf = async (db: Scope['db'], query: Sql): Promise<number[]> => [
  ...new Set((await db.rows<{ id: number }>(query)).map(({ id }) => id)),
]
