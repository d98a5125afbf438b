import { registrationFieldsSql, registrationValueSql } from '#areas/events/events/questions/questions.listing'
import { EventRegistrationRow } from '#contract/events/registrations'
import { type Columns, columnsOf, listOf } from '#kernel/listing/columns'
import { choiceField, nameField, optionalField, valueField } from '#kernel/listing/fields'
import type { List } from '#kernel/listing/list-response'
import type { Listing } from '#kernel/listing/listing'
import { hasGrant, type Scope } from '#kernel/tenancy/scope'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { isReturnableSql } from './cancellation/cancellable-orders.listing.ts'
import { DISPLAY_NAME, ofParticipant } from './participants.listing.ts'
import { STATUSES } from './registration-statuses.listing.ts'
import {
  AMOUNT,
  BALANCE,
  CHECK_IN_CODE,
  CONTACT_ID,
  confirmationNumberSql,
  INVOICE_NUMBER,
  IS_LISTED,
  PAYER_ID,
  PAYER_NAME,
  registrationJoins,
  SESSIONS,
  STATUS,
  TRANSFERRED_TO,
} from './registrations.sql.ts'

const id = Prisma.sql`g.id`
const column = (name: string): Sql => Prisma.raw(`g.${name}`)
const NUMBER = confirmationNumberSql(Prisma.sql`g.event_id`, Prisma.sql`g.order_id`)
const FIRST_NAME = ofParticipant(column('first_name'))
const LAST_NAME = ofParticipant(column('last_name'))
const EMAIL = ofParticipant(column('email_address'))
const ORGANIZATION = ofParticipant(column('organization_name'))
const TITLE = ofParticipant(column('title'))

const fields: Listing['fields'] = {
  RegistrationId: valueField('integer', id),
  AuditId: valueField('integer', column('audit_id')),
  EventId: valueField('integer', column('event_id')),
  EventName: nameField(Prisma.sql`e.name`),
  OrderId: valueField('bigint', column('order_id')),
  ConfirmationNumber: valueField('text', NUMBER),
  EventRegistrationTypeId: valueField('integer', column('type_id')),
  EventRegistrationTypeName: nameField(Prisma.sql`t.name`),
  ParticipantStatusId: valueField('integer', column('status_id')),
  ParticipantStatus: choiceField('ParticipantStatusId', STATUSES, valueField('text', STATUS)),
  DisplayName: nameField(DISPLAY_NAME),
  FirstName: nameField(FIRST_NAME),
  LastName: nameField(LAST_NAME),
  EmailAddress: optionalField('text', EMAIL),
  OrganizationName: nameField(ORGANIZATION),
  Title: optionalField('text', TITLE),
  ContactId: optionalField('integer', CONTACT_ID),
  PayerContactId: optionalField('integer', PAYER_ID),
  PayerName: nameField(PAYER_NAME),
  InvoiceId: optionalField('integer', Prisma.sql`o.invoice_id`),
  InvoiceNumber: optionalField('text', INVOICE_NUMBER),
  Amount: valueField('money', AMOUNT),
  Balance: valueField('money', BALANCE),
  RegisteredDate: valueField('instant', column('registered_at')),
  GroupNumber: optionalField('integer', column('group_number')),
  DiscountId: optionalField('integer', column('discount_id')),
  DiscountCode: optionalField('text', Prisma.sql`d.code`),
  CheckInCode: valueField('text', CHECK_IN_CODE),
  CheckedInDate: optionalField('instant', column('checked_in_at')),
  CheckedInBy: optionalField('text', column('checked_in_by')),
}

const listing: Listing = {
  from: Prisma.sql`event_registration g ${registrationJoins}`,
  row: EventRegistrationRow,
  tenant: Prisma.sql`g.tenant_id`,
  id,
  contact: column('contact_id'),
  listed: IS_LISTED,
  defaultOrder: 'RegisteredDate desc',
  fields,
  searched: Prisma.sql`(${NUMBER} || ' ' || coalesce(${DISPLAY_NAME}, '') || ' ' || concat_ws(' ', ${FIRST_NAME}, ${LAST_NAME},
    ${EMAIL}, ${ORGANIZATION}))`,
  totals: totalsBy((statusId) => `eventregistrations:${statusId}`),
}

function totalsBy(bucket: (statusId: string) => string): NonNullable<Listing['totals']> {
  const values = { ParticipantStatusId: Object.keys(STATUSES).map(Number) }
  return { values, bucket: ({ ParticipantStatusId }) => bucket(String(ParticipantStatusId)) }
}

/** A registration that waits for a seat, or was offered one, has no price yet. */
const actionsAt = (scope: Scope, now: Date): Sql => Prisma.sql`to_json(array_remove(ARRAY['view',
  CASE WHEN g.status_id NOT IN (9, 10, 12, 13, 15) THEN 'edit' END,
  CASE WHEN g.status_id = 4 THEN 'approve' END, CASE WHEN g.status_id = 4 AND ${isReturnableSql(scope)} THEN 'reject' END,
  CASE WHEN g.status_id IN (5, 11) OR (g.status_id IN (1, 3, 4, 6) AND ${isReturnableSql(scope)}) THEN 'cancel' END,
  CASE WHEN g.status_id IN (1, 3, 4, 6, 11) AND e.status <> 'Cancelled' THEN 'transfer' END,
  CASE WHEN g.status_id = 1 OR (g.status_id = 8 AND ${BALANCE} <= 0) THEN 'checkIn' END,
  CASE WHEN g.status_id = 2 THEN 'undoCheckIn' END,
  CASE WHEN g.status_id = 2 AND e.has_certificates AND e.starts_at <= ${now}::timestamptz AND p.deleted_at IS NULL
    THEN 'issueCertificate' END,
  CASE WHEN g.status_id IN (1, 3, 6) AND e.starts_at <= ${now}::timestamptz THEN 'markNoShow' END], NULL))`

const actionsSql = (scope: Scope): Sql =>
  scope.chapters || !hasGrant(scope, 'event-registrations:write')
    ? Prisma.sql`'["view"]'::json`
    : actionsAt(scope, scope.clock.now())

const actionsColumn = (scope: Scope): Columns => ({ Actions: actionsSql(scope) })

/** Lists the registrations `g` for all events, the newest first. */
export const registrationList = (scope: Scope): List => listOf(listing, actionsColumn(scope))

/** Lists the registrations `g` for an event, the newest first. */
export const eventRegistrationList = (scope: Scope, eventId: number): List =>
  listOf(
    {
      ...listing,
      listed: Prisma.sql`${IS_LISTED} AND g.event_id = ${eventId}::integer`,
      totals: totalsBy((statusId) => `eventregistration:${eventId}:${statusId}`),
    },
    actionsColumn(scope),
  )

/** Returns the column of a field in the rows of withFieldColumns. */
export const fieldColumnOf = (fieldId: number): string => `CustomField${fieldId}`

/** Adds the values of custom fields, in words, to the rows of a list of registrations. */
export const withFieldColumns = ({ columns: own, ...list }: List, fields: readonly { id: number }[]): List => {
  if (fields.length === 0) return { ...list, columns: own }
  const values = fields.map(({ id: fieldId }) => [fieldColumnOf(fieldId), ofParticipant(registrationValueSql(fieldId))])
  return { ...list, columns: Prisma.sql`${own}, ${columnsOf({}, Object.fromEntries(values))}` }
}

/** Shows one registration with its sessions and custom fields. */
export const registrationDetails = (scope: Scope): List =>
  listOf(listing, {
    ...actionsColumn(scope),
    Prefix: ofParticipant(column('prefix')),
    MiddleName: ofParticipant(column('middle_name')),
    Suffix: ofParticipant(column('suffix')),
    BadgeName: ofParticipant(column('badge_name')),
    SeatCount: column('seats'),
    TransferredFromId: column('transferred_from_id'),
    TransferredToId: TRANSFERRED_TO,
    Sessions: SESSIONS,
    CustomFields: ofParticipant(registrationFieldsSql),
  })
