import type { ContactFact } from '#areas/people/contacts/contact-facts.listing'
import { shownContactIdSql } from '#areas/people/contacts/contacts.listing'
import { ReceivableRow } from '#contract/finance/receivables'
import { listOf } from '#kernel/listing/columns'
import { nameField, optionalField, valueField } from '#kernel/listing/fields'
import type { List } from '#kernel/listing/list-response'
import type { Scope } from '#kernel/tenancy/scope'
import { addDays, type Day } from '#kernel/time/calendar'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import {
  CONTACT_COLUMNS,
  documentJoins,
  documentListing,
  makeDocumentSearch,
  moneyField,
  searchedContactsSql,
} from '../documents/documents.listing.ts'
import { BUCKETS, bucketSql, bucketSumsSql, daysSinceSql, openAmountsSql, openPartsJson } from './aging.listing.ts'

/**
 * The amount that a contact owes by its documents, two decimals: an expression over the contact's row `c`. A trigger of
 * the journal keeps it, so that a contact with many documents costs no more than one without.
 */
const receivableBalance: Sql = Prisma.sql`coalesce((SELECT b.balance FROM receivable_balance b
  WHERE b.tenant_id = c.tenant_id AND b.contact_id = c.id), 0.00)`

export const balanceFact: ContactFact = { name: 'balance', sql: receivableBalance }

const CONTACT_ID = shownContactIdSql(Prisma.sql`b.tenant_id`, Prisma.sql`b.contact_id`)
const CONTACT_NAME = Prisma.sql`(SELECT k.display_name FROM contact k
  WHERE k.tenant_id = b.tenant_id AND k.id = b.contact_id AND k.deleted_at IS NULL)`

const openOf = (table: 'payment' | 'credit'): Sql => Prisma.sql`(SELECT coalesce(sum(s.open_amount), 0.00)
  FROM ${Prisma.raw(table)} s WHERE s.tenant_id = b.tenant_id AND s.contact_id = b.contact_id AND s.status = 'Open')`

/** The open amount of the payments and credits of the contact of row `b`. */
export const OPEN_CREDIT: Sql = Prisma.sql`(${openOf('payment')} + ${openOf('credit')})`

/** Selects the open invoices and parts of the contact of row `b` by age on a day: one row, a column for each bucket. */
export const openByAge = (
  today: Sql,
): Sql => Prisma.sql`(SELECT ${bucketSumsSql(Prisma.sql`o.balance`, Prisma.sql`o.due_on`, today)}
  FROM ${openAmountsSql(Prisma.sql`o.tenant_id = b.tenant_id AND o.contact_id = b.contact_id`)} o)`

/** Whether documents of the contact of row `b` are open. */
export const HAS_OPEN = Prisma.sql`(EXISTS (SELECT FROM invoice o WHERE o.tenant_id = b.tenant_id AND o.contact_id = b.contact_id
    AND o.status = 'Open')
  OR EXISTS (SELECT FROM payment o WHERE o.tenant_id = b.tenant_id AND o.contact_id = b.contact_id AND o.status = 'Open')
  OR EXISTS (SELECT FROM credit o WHERE o.tenant_id = b.tenant_id AND o.contact_id = b.contact_id AND o.status = 'Open'))`

/**
 * Returns the list of the contacts that have open invoices, payments or credits, with their open amounts by age on a
 * day.
 */
export const contactReceivableList = (today: string, scope: Scope): List => {
  const ages = openByAge(Prisma.sql`${today}`)
  const bucket = (name: string): Sql => Prisma.sql`(SELECT ${Prisma.raw(`x."${name}"`)} FROM ${ages} x)`
  return listOf(
    {
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
    // The row reads all ages at once.
    Object.fromEntries(BUCKETS.map(({ name }) => [name, Prisma.raw(`a."${name}"`)])),
    Prisma.sql`CROSS JOIN LATERAL ${ages} a`,
  )
}

const base = documentListing({
  kind: 'invoice',
  idName: 'InvoiceId',
  row: ReceivableRow,
  statuses: ['Open'],
  fields: {
    IssuedDate: valueField('date', Prisma.sql`doc.issued_on`),
    DueDate: valueField('date', Prisma.sql`doc.due_on`),
    Total: moneyField('total'),
    Balance: moneyField('balance'),
  },
})

/** The fields that a row shows: all of an invoice but its version and status. */
const SHOWN = Object.fromEntries(
  Object.entries(base.fields).filter(([name]) => name !== 'AuditId' && name !== 'Status'),
)

/** Returns the list of the open invoices of the tenant with their age on a day. */
export const openInvoiceList = (today: string, scope: Scope): List => {
  const day = Prisma.sql`${today}`
  const overdue = Prisma.sql`greatest(${daysSinceSql(Prisma.sql`doc.due_on`, day)}, 0)`
  const bucket = bucketSql(Prisma.sql`doc.due_on`, day)
  const due = Prisma.sql`CASE WHEN doc.part_count = 0 THEN CASE WHEN doc.due_on <= ${day}::date THEN doc.balance ELSE 0.00 END
    ELSE (SELECT coalesce(sum(p.open_amount), 0.00) FROM invoice_part p WHERE p.tenant_id = doc.tenant_id
      AND p.invoice_id = doc.id AND p.due_on <= ${day}::date) END`
  return listOf(
    {
      ...base,
      search: makeDocumentSearch(scope, 'invoice'),
      listed: Prisma.sql`doc.status = 'Open'`,
      defaultOrder: 'DueDate',
      fields: {
        ...SHOWN,
        DaysOverdue: valueField('integer', overdue),
        Bucket: valueField('text', bucket),
        DueBalance: valueField('money', due),
      },
      totals: { values: { Status: ['Open'] }, bucket: ({ Status }) => `invoice:${Status}` },
    },
    { ...CONTACT_COLUMNS, Parts: openPartsJson(day) },
    documentJoins,
  )
}

/** The days past the due date that an open invoice has more of; null for any open invoice. */
const STATES: ReadonlyMap<string, number | null> = new Map([
  ['open', null],
  ['overdue', 0],
  ['overdue30', 30],
  ['overdue60', 60],
  ['overdue90', 90],
])

/** The states of open invoices that a contact can be selected by. */
export const INVOICE_STATES: readonly string[] = [...STATES.keys()]

/** Returns whether the contact of row `c` owes an invoice in a state on a day. */
export const owesInvoiceSql = (state: string, today: Day): Sql => {
  const days = STATES.get(state)
  const overdue = days == null ? Prisma.empty : Prisma.sql`AND i.due_on < ${addDays(today, -days)}::date`
  return Prisma.sql`EXISTS (SELECT FROM invoice i WHERE i.tenant_id = c.tenant_id AND i.contact_id = c.id
    AND i.status = 'Open' ${overdue})`
}
