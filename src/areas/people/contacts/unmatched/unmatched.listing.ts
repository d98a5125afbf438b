import { UnmatchedPerson } from '#contract/people/unmatched'
import { listOf } from '#kernel/listing/columns'
import { nameField, optionalField, valueField } from '#kernel/listing/fields'
import type { List } from '#kernel/listing/list-response'
import { hasGrant, type Scope } from '#kernel/tenancy/scope'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

// People are the rows `c` of their list: contacts that other lists do not contain.

const REGISTRATIONS = Prisma.sql`event_registration g
  WHERE g.tenant_id = c.tenant_id AND g.contact_id = c.id AND g.status_id <> 14`
const ORDERS = Prisma.sql`event_order o WHERE o.tenant_id = c.tenant_id AND o.contact_id = c.id AND o.state = 'submitted'`
const SPONSORS = Prisma.sql`event_sponsor k
  WHERE k.tenant_id = c.tenant_id AND (k.contact_id = c.id OR k.person_id = c.id) AND k.status_id <> 0`
const PURCHASES = Prisma.sql`store_purchase b WHERE b.tenant_id = c.tenant_id AND b.contact_id = c.id`

/** The event of the latest registration, order or sponsorship. */
const EVENT_ID = Prisma.sql`(SELECT v.event_id FROM (
    SELECT g.event_id, g.registered_at AS at FROM ${REGISTRATIONS}
    UNION ALL SELECT o.event_id, o.submitted_at FROM ${ORDERS}
    UNION ALL SELECT k.event_id, k.created_at FROM ${SPONSORS}
  ) v ORDER BY v.at DESC NULLS LAST, v.event_id DESC LIMIT 1)`
const EVENT_NAME = Prisma.sql`(SELECT e.name FROM event e WHERE e.tenant_id = c.tenant_id AND e.id = ${EVENT_ID})`
const PURCHASE_ID = Prisma.sql`(SELECT max(b.id) FROM ${PURCHASES})`

/** Returns whether an invoice is settled, and by money: one that was credited is settled too. */
const isPaid = (invoiceId: Sql): Sql => Prisma.sql`EXISTS (
  SELECT FROM invoice i JOIN application a ON a.tenant_id = i.tenant_id AND a.invoice_id = i.id AND a.payment_id IS NOT NULL
  WHERE i.tenant_id = c.tenant_id AND i.id = ${invoiceId} AND i.voided_at IS NULL AND i.balance = 0)`

const HAS_PAID_ORDER = Prisma.sql`(EXISTS (SELECT FROM ${ORDERS} AND ${isPaid(Prisma.sql`o.invoice_id`)})
  OR EXISTS (SELECT FROM event_registration g JOIN event_order o ON o.tenant_id = g.tenant_id AND o.id = g.order_id
    WHERE g.tenant_id = c.tenant_id AND g.contact_id = c.id AND g.status_id <> 14 AND ${isPaid(Prisma.sql`o.invoice_id`)}))`
const HAS_PAID_PURCHASE = Prisma.sql`EXISTS (SELECT FROM ${PURCHASES} AND ${isPaid(Prisma.sql`b.invoice_id`)})`

/** Whether the person `c` has paid, by all orders. */
export const HAS_PAID = Prisma.sql`(${HAS_PAID_ORDER} OR ${HAS_PAID_PURCHASE})`

/** Whether the contact `c` is a person of the list. */
export const IS_UNMATCHED = Prisma.sql`c.deleted_at IS NULL AND c.is_unmatched`

/** Returns what the caller sees of the orders: null without the scope for them. */
const shownTo = (scope: Scope) => {
  const [seesEvents, seesStore] = [hasGrant(scope, 'event-registrations:read'), hasGrant(scope, 'store:read')]
  const none = (type: 'boolean' | 'integer' | 'bigint' | 'text') => Prisma.sql`NULL::${Prisma.raw(type)}`
  const paid = [...(seesEvents ? [HAS_PAID_ORDER] : []), ...(seesStore ? [HAS_PAID_PURCHASE] : [])]
  return {
    isParticipant: seesEvents ? Prisma.sql`EXISTS (SELECT FROM ${REGISTRATIONS})` : none('boolean'),
    isPayer: seesEvents ? Prisma.sql`EXISTS (SELECT FROM ${ORDERS})` : none('boolean'),
    isSponsor: seesEvents ? Prisma.sql`EXISTS (SELECT FROM ${SPONSORS})` : none('boolean'),
    isBuyer: seesStore ? Prisma.sql`EXISTS (SELECT FROM ${PURCHASES})` : none('boolean'),
    isPaid: paid.length > 0 ? Prisma.sql`(${Prisma.join(paid, ' OR ')})` : none('boolean'),
    eventId: seesEvents ? EVENT_ID : none('integer'),
    eventName: seesEvents ? EVENT_NAME : none('text'),
    purchaseId: seesStore ? PURCHASE_ID : none('bigint'),
  }
}

/** Returns the list of people that match no contact yet, newest first. */
export const unmatchedList = (scope: Scope): List => {
  const id = Prisma.sql`c.id`
  const shown = shownTo(scope)
  const actions = JSON.stringify(hasGrant(scope, 'contacts:write') ? ['view', 'match'] : ['view'])
  return listOf(
    {
      from: Prisma.sql`contact c`,
      row: UnmatchedPerson,
      tenant: Prisma.sql`c.tenant_id`,
      id,
      contact: id,
      listed: IS_UNMATCHED,
      defaultOrder: 'ContactId desc',
      fields: {
        ContactId: valueField('integer', id),
        AuditId: valueField('integer', Prisma.sql`c.audit_id`),
        SystemContactTypeId: valueField('integer', Prisma.sql`c.system_type_id`),
        Name: valueField('text', Prisma.sql`c.display_name`, Prisma.sql`c.sort_name`),
        EmailAddress: optionalField('text', Prisma.sql`c.email_address`),
        Phone: optionalField('text', Prisma.sql`c.phone`),
        City: optionalField('text', Prisma.sql`c.city`),
        IsParticipant: optionalField('boolean', shown.isParticipant),
        IsPayer: optionalField('boolean', shown.isPayer),
        IsSponsor: optionalField('boolean', shown.isSponsor),
        IsBuyer: optionalField('boolean', shown.isBuyer),
        IsPaid: optionalField('boolean', shown.isPaid),
        EventId: optionalField('integer', shown.eventId),
        EventName: nameField(shown.eventName),
        StorePurchaseId: optionalField('bigint', shown.purchaseId),
        CreatedDate: valueField('instant', Prisma.sql`c.created_at`),
      },
      searched: Prisma.sql`concat_ws(' ', c.display_name, c.email_address)`,
    },
    { ContactId: Prisma.sql`c.id`, Actions: Prisma.sql`${actions}::json` },
  )
}
