import { requireNotCancelled } from '#areas/events/events/events.queries'
import { conflict, ruleRefused } from '#kernel/errors/problem'
import type { VersionedRow } from '#kernel/listing/list-rows'
import { lockRows } from '#kernel/records/lock'
import type { ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { EventOrder, EventSponsor } from '#prisma/client'
import {
  APPROVED,
  allows,
  CANCELLED,
  DECLINED,
  NOT_ATTENDING,
  TRANSITIONS,
  type Transition,
} from './event-sponsor-statuses.listing.ts'
import { eventSponsorEvents } from './event-sponsors.events.ts'
import { readEventSponsor } from './event-sponsors.queries.ts'
import { hasPosition, isCounted } from './event-sponsors.service.ts'
import { paidInvoiceSql } from './event-sponsors.sql.ts'
import {
  changeSponsor,
  grantSponsorBenefits,
  type LockedSponsor,
  lockSponsor,
  requireAllowed,
  takeBenefitsBack,
} from './sponsor-changes.service.ts'
import { mailDeclinedSponsor } from './sponsor-mails.service.ts'

interface Key {
  eventId: number
  id: number
}

const lockFor = async (
  scope: Scope,
  tx: Transaction,
  transition: Transition,
  key: Key,
  expected: ExpectedVersion,
): Promise<LockedSponsor> => {
  const locked = await lockSponsor(scope, tx, key, expected)
  requireAllowed(transition, locked.sponsor)
  return locked
}

/**
 * Approves a sponsor, and grants the benefits of its tier to its contact.
 *
 * @throws 404; 409 stale-audit-id, sponsor-state, event-state, merged; 412; 422 event-rule.
 */
export const approveEventSponsor = (scope: Scope, key: Key, expected: ExpectedVersion): Promise<VersionedRow> =>
  scope.db.transaction(async (tx) => {
    const locked = await lockFor(scope, tx, 'approve', key, expected)
    const { sponsor } = locked
    await requireApprovable(scope, tx, sponsor)
    const { tenantId, id } = sponsor
    const approvalCount = sponsor.approvalCount + 1
    const approved = { ...locked, sponsor: { ...sponsor, statusId: APPROVED, approvalCount } }
    const granted = await grantSponsorBenefits(scope, tx, approved)
    const benefitPackageId = granted ?? sponsor.benefitPackageId
    const data = { statusId: APPROVED, approvalCount, benefitPackageId }
    await changeSponsor(scope, tx, { tenantId, id }, data, eventSponsorEvents.approved)
    return readEventSponsor(scope, id, tx)
  })

const requireApprovable = async (scope: Scope, tx: Transaction, sponsor: EventSponsor): Promise<void> => {
  const { tenantId, eventId, tierId } = sponsor
  await requireNotCancelled(scope, tx, eventId)
  const tier = await tx.eventTier.findFirstOrThrow({ where: { tenantId, id: tierId } })
  if (isCounted(sponsor) || (await hasPosition(scope, tx, tier))) return
  const fault = { pointer: '/SponsorshipTierId', message: 'has no free position' }
  throw ruleRefused('event-rule', `The tier "${tier.name}" has no free position.`, [fault])
}

/**
 * Declines a sponsor whose fee is not paid, takes back what it has not used, and mails it.
 *
 * @throws 404; 409 stale-audit-id, sponsor-state, sponsor-paid, merged; 412.
 */
export const declineEventSponsor = (scope: Scope, key: Key, expected: ExpectedVersion): Promise<VersionedRow> =>
  scope.db.transaction(async (tx) => {
    const { sponsor } = await lockFor(scope, tx, 'decline', key, expected)
    await requireUnpaid(scope, tx, sponsor)
    await takeBenefitsBack(scope, tx, sponsor)
    await changeSponsor(scope, tx, sponsor, { statusId: DECLINED }, eventSponsorEvents.declined)
    await mailDeclinedSponsor(scope, tx, sponsor)
    return readEventSponsor(scope, key.id, tx)
  })

/**
 * Locks the order of a sponsor, so that its payment does not change, and rejects one whose fee is paid or being collected.
 *
 * @throws 409 sponsor-paid.
 */
const requireUnpaid = async (scope: Scope, tx: Transaction, { id, orderId }: EventSponsor): Promise<void> => {
  if (orderId === null) return
  await lockRows(scope, tx, { table: 'event_order' }, [orderId])
  const [invoice] = await tx.rows<{ id: number; number: number }>(paidInvoiceSql(scope.db.tenantId, id))
  if (!invoice) return
  const detail =
    `The fee of the sponsor is paid, or its payment is being collected: invoice INV-${invoice.number}. Refund the fee first, or ` +
    'cancel the order.'
  throw conflict('sponsor-paid', detail, { InvoiceId: invoice.id })
}

/** Marks a sponsor as not attending. It keeps its benefits. @throws 404; 409 stale-audit-id, sponsor-state, merged; 412. */
export const markEventSponsorNotAttending = (
  scope: Scope,
  key: Key,
  expected: ExpectedVersion,
): Promise<VersionedRow> =>
  scope.db.transaction(async (tx) => {
    const { sponsor } = await lockFor(scope, tx, 'markNotAttending', key, expected)
    await changeSponsor(scope, tx, sponsor, { statusId: NOT_ATTENDING }, eventSponsorEvents.notAttending)
    return readEventSponsor(scope, key.id, tx)
  })

/** Cancels a sponsor, and takes back what it has not used. @throws 404; 409 stale-audit-id, sponsor-state, merged; 412. */
export const cancelEventSponsor = (scope: Scope, key: Key, expected: ExpectedVersion): Promise<VersionedRow> =>
  scope.db.transaction(async (tx) => {
    const { sponsor } = await lockFor(scope, tx, 'cancel', key, expected)
    await cancelLockedSponsor(scope, tx, sponsor)
    return readEventSponsor(scope, key.id, tx)
  })

/**
 * Cancels the sponsors of an event that have no order, each in its own transaction, so that a killed job continues after the last
 * one. Those of orders are cancelled with their order.
 *
 * @throws 409 merged: a contact was changed at the same time. Retry.
 */
export const cancelEnteredSponsors = async (scope: Scope, eventId: number): Promise<void> => {
  const { tenantId, prisma } = scope.db
  const where = { tenantId, eventId, orderId: null, statusId: { in: [...TRANSITIONS.cancel] } }
  for (;;) {
    const next = await prisma.eventSponsor.findFirst({ where, select: { id: true }, orderBy: { id: 'asc' } })
    if (!next) return
    await scope.db.transaction(async (tx) => {
      const { sponsor } = await lockSponsor(scope, tx, { eventId, id: next.id })
      await cancelLockedSponsor(scope, tx, sponsor)
    })
  }
}

/** Cancels the sponsors of an order that is cancelled. The caller has locked the event, their contacts and the order. */
export const cancelSponsorsOf = async (
  scope: Scope,
  tx: Transaction,
  { tenantId, id: orderId }: Pick<EventOrder, 'tenantId' | 'id'>,
): Promise<void> => {
  const sponsors = await tx.eventSponsor.findMany({ where: { tenantId, orderId }, orderBy: { id: 'asc' } })
  for (const sponsor of sponsors) await cancelLockedSponsor(scope, tx, sponsor)
}

/**
 * Cancels a sponsor as part of a larger change; does nothing if it is declined or cancelled already. The money of its order
 * is the matter of the caller, which has locked the event, then the contacts of the sponsor.
 */
const cancelLockedSponsor = async (scope: Scope, tx: Transaction, sponsor: EventSponsor): Promise<void> => {
  if (!allows('cancel', sponsor.statusId)) return
  await takeBenefitsBack(scope, tx, sponsor)
  await changeSponsor(scope, tx, sponsor, { statusId: CANCELLED }, eventSponsorEvents.cancelled)
}
