import { instantJson } from '#kernel/database/json-sql'
import type { List } from '#kernel/listing/list-response'
import { register } from '#kernel/registers/register'
import type { Scope } from '#kernel/tenancy/scope'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { DISPLAY_NAME } from '../participants.listing.ts'
import { registrationList } from '../registrations.listing.ts'
import {
  AMOUNT,
  BALANCE,
  CHECK_IN_CODE,
  CONTACT_ID,
  confirmationNumberSql,
  INVOICE_NUMBER,
  IS_LISTED,
  SESSIONS,
  STATUS,
} from '../registrations.sql.ts'

/**
 * Columns that other areas add to the registrations `g` of a member: an expression and the field of OwnEventRegistration that it
 * fills, such as `… AS "CertificateNumber"`.
 */
export const ownRegistrationColumns = register<Sql>('columns of own registrations')

const CHECKED_IN_DATE = Prisma.sql`${instantJson(Prisma.sql`g.checked_in_at`)} AS "CheckedInDate"`

/** The registrations of contacts, as participants or payers, without what only staff see. */
export const ownRegistrationList = (scope: Scope, contactIds: readonly number[]): List => {
  const isOneOf = (column: string): Sql => Prisma.sql`${Prisma.raw(column)} = ANY (${[...contactIds]}::integer[])`
  const isPayer = isOneOf('o.contact_id')
  return {
    listing: {
      ...registrationList(scope).listing,
      listed: Prisma.sql`${IS_LISTED} AND (${isOneOf('g.contact_id')} OR ${isPayer})`,
    },
    columns: Prisma.sql`g.id AS "RegistrationId", g.event_id AS "EventId", e.name AS "EventName",
      ${instantJson(Prisma.sql`e.starts_at`)} AS "StartDate", ${instantJson(Prisma.sql`e.ends_at`)} AS "EndDate",
      e.location AS "Location", ${confirmationNumberSql(Prisma.sql`g.event_id`, Prisma.sql`g.order_id`)} AS "ConfirmationNumber",
      g.type_id AS "EventRegistrationTypeId", t.name AS "EventRegistrationTypeName", g.status_id AS "ParticipantStatusId",
      ${STATUS} AS "ParticipantStatus", ${DISPLAY_NAME} AS "DisplayName", ${CONTACT_ID} AS "ContactId",
      CASE WHEN ${isPayer} THEN ${INVOICE_NUMBER} END AS "InvoiceNumber",
      CASE WHEN ${isPayer} THEN ${AMOUNT} ELSE 0 END AS "Amount",
      CASE WHEN ${isPayer} THEN ${BALANCE} ELSE 0 END AS "Balance",
      ${instantJson(Prisma.sql`g.registered_at`)} AS "RegisteredDate", ${CHECK_IN_CODE} AS "CheckInCode",
      ${Prisma.join([...ownRegistrationColumns.entries(), CHECKED_IN_DATE], ', ')}, ${SESSIONS} AS "Sessions"`,
  }
}
