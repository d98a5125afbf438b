import { shownContactIdSql } from '#areas/people/contacts/contacts.listing'
import { nameField, optionalField, valueField } from '#kernel/listing/fields'
import type { List } from '#kernel/listing/list-response'
import type { Scope } from '#kernel/tenancy/scope'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { searchedContactsSql } from '../documents/document-search.listing.ts'
import { bucketSums, openAmountsSql } from './aging.listing.ts'
import { BUCKETS } from './aging.model.ts'

const CONTACT_ID = shownContactIdSql(Prisma.sql`b.tenant_id`, Prisma.sql`b.contact_id`)
const CONTACT_NAME = Prisma.sql`(SELECT k.display_name FROM contact k
  WHERE k.tenant_id = b.tenant_id AND k.id = b.contact_id AND k.deleted_at IS NULL)`

const openOf = (table: 'payment' | 'credit'): Sql => Prisma.sql`(SELECT coalesce(sum(s.open_amount), 0.00)
  FROM ${Prisma.raw(table)} s WHERE s.tenant_id = b.tenant_id AND s.contact_id = b.contact_id AND s.status = 'Open')`

/** The open amount of the payments and credits of the contact of row `b`. */
export const OPEN_CREDIT: Sql = Prisma.sql`(${openOf('payment')} + ${openOf('credit')})`

/** The open invoices and parts of the contact of row `b` by age on a day: one row, a column for each bucket. */
export const openByAge = (
  today: Sql,
): Sql => Prisma.sql`(SELECT ${bucketSums(Prisma.sql`o.balance`, Prisma.sql`o.due_on`, today)}
  FROM ${openAmountsSql(Prisma.sql`o.tenant_id = b.tenant_id AND o.contact_id = b.contact_id`)} o)`

/** Whether documents of the contact of row `b` are open. */
export const HAS_OPEN = Prisma.sql`(EXISTS (SELECT FROM invoice o WHERE o.tenant_id = b.tenant_id AND o.contact_id = b.contact_id
    AND o.status = 'Open')
  OR EXISTS (SELECT FROM payment o WHERE o.tenant_id = b.tenant_id AND o.contact_id = b.contact_id AND o.status = 'Open')
  OR EXISTS (SELECT FROM credit o WHERE o.tenant_id = b.tenant_id AND o.contact_id = b.contact_id AND o.status = 'Open'))`

/** The contacts that have open invoices, payments or credits, with their open amounts by age on a day. */
export const contactReceivableList = (today: string, scope: Scope): List => {
  const ages = openByAge(Prisma.sql`${today}`)
  const bucket = (name: string): Sql => Prisma.sql`(SELECT ${Prisma.raw(`x."${name}"`)} FROM ${ages} x)`
  return {
    listing: {
      from: Prisma.sql`receivable_balance b`,
      tenant: Prisma.sql`b.tenant_id`,
      id: Prisma.sql`b.contact_id`,
      contact: Prisma.sql`b.contact_id`,
      listed: HAS_OPEN,
      defaultOrder: 'ContactId',
      fields: {
        ContactId: optionalField('integer', CONTACT_ID),
        ContactName: nameField(CONTACT_NAME),
        Balance: valueField('money', Prisma.sql`b.balance`),
        ...Object.fromEntries(BUCKETS.map(({ name: column }) => [column, valueField('money', bucket(column))])),
        OpenCredit: valueField('money', OPEN_CREDIT),
      },
      search: (tenantId, text) => {
        const contacts = searchedContactsSql(scope, tenantId, text)
        return contacts === null ? null : { found: Prisma.sql`SELECT s.id FROM (${contacts}) s` }
      },
    },
    columns: Prisma.sql`${CONTACT_ID} AS "ContactId", ${CONTACT_NAME} AS "ContactName", b.balance AS "Balance",
      a.*, ${OPEN_CREDIT} AS "OpenCredit"`,
    joins: Prisma.sql`CROSS JOIN LATERAL ${ages} a`,
  }
}
