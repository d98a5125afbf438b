import { eventFieldsSql } from '#areas/people/custom-fields/values/record-values.listing'
import { EventRow } from '#contract/events/events'
import { type Columns, listOf } from '#kernel/listing/columns'
import { nameField, optionalField, valueField } from '#kernel/listing/fields'
import type { List } from '#kernel/listing/list-response'
import { type Listing, orEmptySql } from '#kernel/listing/listing'
import { tenantRecordActionsSql } from '#kernel/records/actions'
import { hasGrant, type Scope } from '#kernel/tenancy/scope'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { PART_COLUMNS } from './parts/parts.sql.ts'

const id = Prisma.sql`e.id`
const column = (name: string): Sql => Prisma.raw(`e.${name}`)

const listing: Listing = {
  from: Prisma.sql`event e`,
  row: EventRow,
  tenant: Prisma.sql`e.tenant_id`,
  id,
  listed: Prisma.sql`true`,
  defaultOrder: 'StartDate desc',
  fields: {
    EventId: valueField('integer', id),
    AuditId: valueField('integer', column('audit_id')),
    Name: nameField(column('name')),
    Status: valueField('text', column('status')),
    ShortDescription: optionalField('text', column('short_description')),
    StartDate: valueField('instant', column('starts_at')),
    EndDate: optionalField('instant', column('ends_at')),
    TimeZone: valueField('text', column('time_zone')),
    Location: optionalField('text', column('location')),
    Capacity: optionalField('integer', column('capacity')),
    RegistrationOpens: optionalField('instant', column('registration_opens')),
    RegistrationCloses: optionalField('instant', column('registration_closes')),
    CalendarId: optionalField('integer', column('calendar_id')),
  },
  searched: Prisma.sql`(e.name || ' ' || ${orEmptySql(column('location'))} || ' ' || ${orEmptySql(column('short_description'))})`,
}

const IS_BEING_CANCELLED = Prisma.sql`EXISTS (SELECT FROM event_cancellation x WHERE x.tenant_id = e.tenant_id
  AND x.event_id = e.id AND x.finished_at IS NULL)`

/** Whether a cancellation of the event has left nothing to cancel. */
const IS_CANCELLED_WHOLLY = Prisma.sql`(e.status = 'Cancelled' AND EXISTS (SELECT FROM event_cancellation x
    WHERE x.tenant_id = e.tenant_id AND x.event_id = e.id)
  AND NOT EXISTS (SELECT FROM event_order o WHERE o.tenant_id = e.tenant_id AND o.event_id = e.id
    AND o.state = 'submitted' AND o.cancelled_at IS NULL))`

/** A cancellation cancels registrations and moves money. */
const CANCEL_SCOPES = ['events:write', 'event-registrations:write', 'payment-processor:write']

const actionsSql = (scope: Scope): Sql => {
  const actions = tenantRecordActionsSql(scope, { entity: 'event' }, 'events:write', id)
  if (scope.chapters || !CANCEL_SCOPES.every((one) => hasGrant(scope, one))) return actions
  return Prisma.sql`CASE WHEN e.status = 'Draft' OR ${IS_BEING_CANCELLED} OR ${IS_CANCELLED_WHOLLY} THEN ${actions}
    ELSE ((${actions})::jsonb || '["cancel"]'::jsonb)::json END`
}

const actionsColumn = (scope: Scope): Columns => ({ Actions: actionsSql(scope) })

/** Lists events `e`, the latest first. */
export const eventList = (scope: Scope): List => listOf(listing, actionsColumn(scope))

/** Shows one event with its parts. */
export const eventDetails = (scope: Scope): List =>
  listOf(listing, {
    ...actionsColumn(scope),
    Description: column('description'),
    HasWaitingList: column('has_waiting_list'),
    OfferHours: column('offer_hours'),
    RequiresApproval: column('requires_approval'),
    MarksNoShows: column('marks_no_shows'),
    HasCertificates: column('has_certificates'),
    CertificationId: column('certification_id'),
    CertificateHours: column('certificate_hours'),
    CertificateCredits: column('certificate_credits'),
    MailsCertificates: column('mails_certificates'),
    CanRegistrantsCancel: column('can_cancel'),
    CancellationRules: column('cancellation_rules'),
    MembershipProof: column('membership_proof'),
    PaymentKinds: Prisma.sql`to_json(e.payment_kinds)`,
    TaxSetId: column('tax_set_id'),
    ...PART_COLUMNS,
    CustomFields: eventFieldsSql,
  })
