import { foundContactsSql } from '#areas/people/contacts/contacts.listing'
import { type FieldType, type ListField, type Listing, orEmptySql } from '#kernel/listing/listing'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { STATUSES } from './statuses.ts'

const field = (type: FieldType, sql: Sql): ListField => ({ type, sql, order: [{ type, sql }] })
const id = Prisma.sql`m.id`
const status = Prisma.sql`m.status`
/** A day that may be missing: such rows come first. */
const day = (sql: Sql): ListField => ({
  type: 'date',
  sql,
  // As the indexes membership_by_expiration, _start and _renewal have it.
  order: [{ type: 'date', sql: Prisma.sql`CASE WHEN ${sql} IS NULL THEN '-infinity'::date ELSE ${sql} END` }],
})
/** A name that may be missing. */
const name = (sql: Sql): ListField => ({ type: 'text', sql, order: [{ type: 'text', sql: orEmptySql(sql) }] })

// Asked for only where they are filtered or ordered by, so that no page and no total joins another table.
const holderName = Prisma.sql`(SELECT c.display_name FROM contact c
  WHERE c.tenant_id = m.tenant_id AND c.id = m.contact_id)`
const typeName = Prisma.sql`(SELECT y.name FROM membership_type y WHERE y.tenant_id = m.tenant_id AND y.id = m.type_id)`
const levelName = Prisma.sql`(SELECT y.name FROM membership_level y
  WHERE y.tenant_id = m.tenant_id AND y.id = m.level_id)`

/** The list of memberships, ended ones included; those of deleted contacts are left out. */
export const membershipListing: Listing = {
  from: Prisma.sql`membership m`,
  tenant: Prisma.sql`m.tenant_id`,
  id,
  contact: Prisma.sql`m.contact_id`,
  listed: Prisma.sql`m.is_listed`,
  defaultOrder: 'MembershipId',
  fields: {
    MembershipId: field('integer', id),
    ContactId: field('integer', Prisma.sql`m.contact_id`),
    ContactName: {
      type: 'text',
      sql: holderName,
      order: [{ type: 'text', sql: Prisma.sql`m.holder_sort_name` }],
    },
    SystemContactTypeId: field('integer', Prisma.sql`m.holder_type_id`),
    MembershipTypeId: field('integer', Prisma.sql`m.type_id`),
    MembershipType: name(typeName),
    LevelId: { type: 'integer', sql: Prisma.sql`m.level_id` },
    Level: name(levelName),
    Status: field('text', status),
    JoinedDate: field('date', Prisma.sql`m.joined_on`),
    StartDate: day(Prisma.sql`m.start_date`),
    ExpirationDate: day(Prisma.sql`m.expiration_date`),
    RenewalDate: day(Prisma.sql`m.renewal_date`),
    Amount: field('money', Prisma.sql`m.amount`),
    Balance: field('money', Prisma.sql`m.balance`),
    AutoRenew: field('boolean', Prisma.sql`m.auto_renew`),
  },
  search: (tenantId, text) => {
    const contacts = foundContactsSql(tenantId, text)
    if (contacts === null) return null
    return {
      found: Prisma.sql`SELECT h.id FROM membership h JOIN (${contacts}) s ON s.id = h.contact_id
        WHERE h.tenant_id = ${tenantId}::integer`,
    }
  },
  totals: { values: { Status: STATUSES }, bucket: ({ Status }) => `membership:${Status}` },
}
