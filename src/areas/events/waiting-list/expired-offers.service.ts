import { lockRows } from '#kernel/records/lock'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { EventOrder } from '#prisma/client'
import { changeRegistration } from '../registrations/registration-changes.service.ts'
import { EXPIRED } from '../registrations/status-rules.listing.ts'
import { enqueueOffers } from './enqueue-offers.service.ts'
import { mailExpiredOffer } from './offer-mails.service.ts'

/**
 * Ends an offer whose time has run out: its seats count until then. The next people get offers. The caller has locked the event
 * and found the offer due.
 */
export const expireOffer = async (
  scope: Scope,
  tx: Transaction,
  { tenantId, id, eventId }: EventOrder,
): Promise<void> => {
  await lockRows(scope, tx, { table: 'event_order' }, [id])
  const data = { state: 'expired', heldUntil: null }
  await tx.eventOrder.update({ where: { tenantId_id: { tenantId, id } }, data })
  const people = await tx.eventRegistration.findMany({ where: { tenantId, orderId: id }, orderBy: { id: 'asc' } })
  for (const person of people) await changeRegistration(scope, tx, person, { statusId: EXPIRED, heldUntil: null })
  await mailExpiredOffer(scope, tx, id)
  await enqueueOffers(scope, tx, eventId)
}
