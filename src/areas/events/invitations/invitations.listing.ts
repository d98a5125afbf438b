import { EventInvitation } from '#contract/events/invitations'
import { listOf } from '#kernel/listing/columns'
import { nameField, optionalField, valueField } from '#kernel/listing/fields'
import type { List } from '#kernel/listing/list-response'
import type { Listing } from '#kernel/listing/listing'
import { hasGrant, type Scope } from '#kernel/tenancy/scope'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { isOpenSql, mailAddressSql } from './invitations.sql.ts'

const id = Prisma.sql`i.id`
const EMAIL = Prisma.sql`nullif(c.email_address, '')`

const listing: Listing = {
  from: Prisma.sql`event_invitation i JOIN contact c ON c.tenant_id = i.tenant_id AND c.id = i.contact_id
    JOIN event e ON e.tenant_id = i.tenant_id AND e.id = i.event_id
    LEFT JOIN event_registration_type t ON t.tenant_id = i.tenant_id AND t.id = i.type_id`,
  row: EventInvitation,
  tenant: Prisma.sql`i.tenant_id`,
  id,
  contact: Prisma.sql`i.contact_id`,
  listed: Prisma.sql`c.deleted_at IS NULL`,
  defaultOrder: 'ContactName',
  fields: {
    EventInvitationId: valueField('integer', id),
    AuditId: valueField('integer', Prisma.sql`i.audit_id`),
    EventId: valueField('integer', Prisma.sql`i.event_id`),
    ContactId: valueField('integer', Prisma.sql`i.contact_id`),
    ContactName: nameField(Prisma.sql`c.display_name`),
    EmailAddress: optionalField('text', EMAIL),
    State: valueField('text', Prisma.sql`i.state`),
    SentDate: valueField('instant', Prisma.sql`i.sent_at`),
    DeclinedDate: optionalField('instant', Prisma.sql`i.declined_at`),
    EventRegistrationTypeId: optionalField('integer', Prisma.sql`i.type_id`),
    RegistrationType: nameField(Prisma.sql`t.name`),
  },
  searched: Prisma.sql`c.display_name`,
}

const actionsSql = ({ tenant, clock, ...scope }: Scope): Sql => {
  if (!hasGrant(scope, 'events:write')) return Prisma.sql`'["view"]'::json`
  const canResend = Prisma.sql`${isOpenSql(clock.now())} AND ${mailAddressSql} IS NOT NULL`
  return Prisma.sql`CASE WHEN i.state = 'Registered' THEN '["view"]'::json WHEN ${canResend}
    THEN '["view","resend","delete"]'::json ELSE '["view","delete"]'::json END`
}

/** Lists the invitations `i`, by the names of their contacts. */
const invitations = (scope: Scope): List => listOf(listing, { Actions: actionsSql(scope) })

/** One invitation of any event. */
export const invitationDetails = invitations

/** Lists the invitations to an event. */
export const invitationList = (scope: Scope, eventId: number): List => {
  const { columns } = invitations(scope)
  const listed = Prisma.sql`c.deleted_at IS NULL AND i.event_id = ${eventId}::int`
  return { listing: { ...listing, listed }, columns }
}
