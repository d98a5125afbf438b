import { sponsorFieldsSql } from '#areas/events/events/questions/questions.listing'
import { EventSponsorListItem } from '#contract/events/event-sponsors'
import { instantJson } from '#kernel/database/json-sql'
import { type Columns, columnsOf, listOf, pickFields } from '#kernel/listing/columns'
import { nameField, optionalField, valueField } from '#kernel/listing/fields'
import type { List } from '#kernel/listing/list-response'
import type { Listing } from '#kernel/listing/listing'
import { hasGrant, type Scope } from '#kernel/tenancy/scope'
import { todayOf } from '#kernel/time/day'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { allowsSql, STATUS } from './event-sponsor-statuses.listing.ts'
import {
  BALANCE,
  BILLING_ID,
  CONTACT_ID,
  confirmationTextSql,
  HAS_ORGANIZATION,
  HAS_PERSON,
  hasPositionSql,
  INVOICE_ID,
  INVOICE_NUMBER,
  IS_LISTED,
  IS_PAID,
  LINE_ID,
  MATCHING_STATUS,
  ORGANIZATION_ID,
  ofOrganization,
  ofPerson,
  PERSON_ID,
  PERSON_NAME,
  PRIMARY_CONTACT_NAME,
  postActionsSql,
  REGISTRATION_ID,
  SPONSOR_NAME,
  sponsorJoins,
  WAITS_FOR_DEBIT,
} from './event-sponsors.sql.ts'

const id = Prisma.sql`k.id`
const column = (name: string): Sql => Prisma.raw(`k.${name}`)
const STATUS_ID = Prisma.sql`k.status_id::text`
const ORDER_ID = Prisma.sql`coalesce(k.order_id, 0)`
const EMAIL = ofPerson(column('email_address'))

const fieldsOf = (scope: Scope): Listing['fields'] => ({
  EventSponsorId: valueField('integer', id),
  AuditId: valueField('integer', column('audit_id')),
  EventDetailId: valueField('integer', LINE_ID),
  EventId: valueField('integer', column('event_id')),
  PurchaseId: valueField('bigint', ORDER_ID),
  InvoiceId: valueField('integer', INVOICE_ID),
  SponsorStatusTypeId: valueField('text', STATUS_ID),
  ContactId: valueField('integer', CONTACT_ID),
  BillingContactId: optionalField('text', BILLING_ID),
  ShowProcessAch: valueField('boolean', WAITS_FOR_DEBIT),
  RegistrationId: valueField('integer', REGISTRATION_ID),
  Sponsorship: nameField(Prisma.sql`t.name`),
  Status: valueField('text', STATUS),
  SponsorName: nameField(SPONSOR_NAME),
  SponsorPrimaryContactName: nameField(PRIMARY_CONTACT_NAME),
  Contact: nameField(PERSON_NAME),
  InvoiceNumber: optionalField('text', INVOICE_NUMBER),
  SponsorFee: valueField('money', column('price')),
  Balance: valueField('money', BALANCE),
  MatchingStatus: valueField('text', MATCHING_STATUS),
  AssociationConfirmationText: optionalField('text', confirmationTextSql(todayOf(scope))),
})

const listingOf = (scope: Scope): Listing => ({
  from: Prisma.sql`event_sponsor k ${sponsorJoins}`,
  row: EventSponsorListItem,
  tenant: Prisma.sql`k.tenant_id`,
  id,
  contact: column('contact_id'),
  listed: IS_LISTED,
  defaultOrder: 'EventSponsorId desc',
  fields: fieldsOf(scope),
  searched: Prisma.sql`concat_ws(' ', ${SPONSOR_NAME}, ${PERSON_NAME}, t.name, ${EMAIL})`,
})

const canWrite = (scope: Scope): boolean => !scope.chapters && hasGrant(scope, 'event-sponsors:write')

const NONE = Prisma.sql`'[]'::json`

const actionsSql = (scope: Scope): Sql =>
  canWrite(scope)
    ? Prisma.sql`to_json(array_remove(ARRAY[CASE WHEN ${allowsSql('edit')} THEN 'edit' END,
        CASE WHEN ${allowsSql('approve')} AND e.status <> 'Cancelled' AND ${hasPositionSql(scope.clock.now())}
          THEN 'approve' END,
        CASE WHEN ${allowsSql('decline')} AND NOT ${IS_PAID} THEN 'decline' END,
        CASE WHEN ${allowsSql('markNotAttending')} THEN 'markNotAttending' END,
        CASE WHEN ${allowsSql('cancel')} THEN 'cancel' END], NULL))`
    : NONE

const postActions = (scope: Scope): Sql =>
  canWrite(scope) ? postActionsSql(todayOf(scope), hasGrant(scope, 'contacts:write')) : NONE

const contactActionsSql = (scope: Scope): Sql =>
  hasGrant(scope, 'contacts:read')
    ? Prisma.sql`to_json(array_remove(ARRAY[CASE WHEN ${HAS_PERSON} THEN 'viewContact' END,
        CASE WHEN ${HAS_ORGANIZATION} THEN 'viewOrganization' END], NULL))`
    : NONE

/** Lists the sponsors `k` of all events, the newest first. */
export const eventSponsorList = (scope: Scope): List =>
  listOf(listingOf(scope), {
    PostActions: postActions(scope),
    ContactActions: contactActionsSql(scope),
    Actions: actionsSql(scope),
  })

/** Lists the sponsors `k` of an event, the newest first. */
export const sponsorsOfEvent = (scope: Scope, eventId: number): List => {
  const { listing, columns } = eventSponsorList(scope)
  return { listing: { ...listing, listed: Prisma.sql`${IS_LISTED} AND k.event_id = ${eventId}::integer` }, columns }
}

const enteredColumns = (of: (value: Sql) => Sql, names: Readonly<Record<string, string>>): Columns =>
  Object.fromEntries(Object.entries(names).map(([field, name]) => [field, of(column(name))]))

const ENTERED_ORGANIZATION = enteredColumns(ofOrganization, {
  SponsorName: 'name',
  WebAddress: 'web_address',
  OrganizationEmailAddress: 'organization_email',
  OrganizationPhone: 'organization_phone',
  Address1: 'address1',
  Address2: 'address2',
  City: 'city',
  StateProvince: 'state_province',
  PostalCode: 'postal_code',
  CountryId: 'country_id',
})

const ENTERED_PERSON = enteredColumns(ofPerson, {
  Prefix: 'prefix',
  FirstName: 'first_name',
  MiddleName: 'middle_name',
  LastName: 'last_name',
  Suffix: 'suffix',
  EmailAddress: 'email_address',
  Phone: 'phone',
})

const SHOWN_ALONE = [
  ...['EventSponsorId', 'AuditId', 'EventId', 'Sponsorship', 'SponsorStatusTypeId', 'Status', 'PurchaseId'],
  ...['RegistrationId', 'SponsorFee', 'InvoiceId', 'Balance', 'MatchingStatus'],
]

/** Shows one sponsor with everything that was entered. */
export const eventSponsorDetails = (scope: Scope): List => ({
  listing: listingOf(scope),
  columns: columnsOf(pickFields(fieldsOf(scope), ...SHOWN_ALONE), {
    SponsorshipTierId: column('tier_id'),
    ...ENTERED_ORGANIZATION,
    ...ENTERED_PERSON,
    OrganizationContactId: ORGANIZATION_ID,
    IndividualContactId: PERSON_ID,
    CreatedDate: instantJson(column('created_at')),
    CustomFields: ofOrganization(sponsorFieldsSql('k')),
    PostActions: postActions(scope),
    Actions: actionsSql(scope),
  }),
})
