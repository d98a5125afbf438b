import { instantJson } from '#kernel/database/json-sql'
import { type Columns, columnsOf, pickFields } from '#kernel/listing/columns'
import type { List } from '#kernel/listing/list-response'
import { register } from '#kernel/registers/register'
import type { Scope } from '#kernel/tenancy/scope'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { registrationList } from '../registrations.listing.ts'
import { AMOUNT, BALANCE, INVOICE_NUMBER, IS_LISTED, SESSIONS } from '../registrations.sql.ts'

/** Columns of OwnEventRegistration that other areas add to the registrations `g` of a member. */
export const ownRegistrationColumns = register<Columns>('columns of own registrations')

const SHOWN = [
  ...['RegistrationId', 'EventId', 'EventName', 'ConfirmationNumber', 'EventRegistrationTypeId'],
  ...['EventRegistrationTypeName', 'ParticipantStatusId', 'ParticipantStatus', 'DisplayName', 'ContactId'],
  ...['InvoiceNumber', 'Amount', 'Balance', 'RegisteredDate', 'CheckInCode', 'CheckedInDate'],
]

/** Lists the registrations of contacts, as participants or payers, without what only staff see. */
export const ownRegistrationList = (scope: Scope, contactIds: readonly number[]): List => {
  const { listing } = registrationList(scope)
  const isOneOf = (column: string): Sql => Prisma.sql`${Prisma.raw(column)} = ANY (${[...contactIds]}::integer[])`
  const isPayer = isOneOf('o.contact_id')
  const added = ownRegistrationColumns.entries().flatMap((columns) => Object.entries(columns))
  return {
    listing: { ...listing, listed: Prisma.sql`${IS_LISTED} AND (${isOneOf('g.contact_id')} OR ${isPayer})` },
    columns: columnsOf(pickFields(listing.fields, ...SHOWN), {
      InvoiceNumber: Prisma.sql`CASE WHEN ${isPayer} THEN ${INVOICE_NUMBER} END`,
      Amount: Prisma.sql`CASE WHEN ${isPayer} THEN ${AMOUNT} ELSE 0 END`,
      Balance: Prisma.sql`CASE WHEN ${isPayer} THEN ${BALANCE} ELSE 0 END`,
      StartDate: instantJson(Prisma.sql`e.starts_at`),
      EndDate: instantJson(Prisma.sql`e.ends_at`),
      Location: Prisma.sql`e.location`,
      ...Object.fromEntries(added),
      Sessions: SESSIONS,
    }),
  }
}
