import { enqueueJobs } from '#kernel/jobs/enqueue'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { ON_WAITING_LIST } from '../registrations/registration-statuses.listing.ts'

/** The job that offers the free seats of an event to the people that wait. */
export const OFFER_SEATS = 'offer_event_seats'

/** Adds the job, in the transaction that requests it. The jobs of one event run one at a time. */
export const addOfferJob = (
  { db: { tenantId } }: Pick<Scope, 'db'>,
  tx: Transaction,
  eventId: number,
): Promise<void> => {
  const key = `${OFFER_SEATS}:${tenantId}:${eventId}`
  return enqueueJobs(tx, [{ name: OFFER_SEATS, payload: { tenantId, eventId }, key, queue: key }])
}

/**
 * Requests the offers of free seats, if people wait. Call it in each transaction after which a seat can be free for a person that
 * waits: when seats are released, when a capacity is raised, and when a person joins the waiting list. The caller has locked the
 * event, so that no person that joins at the same time is missed.
 */
export const enqueueOffers = async (scope: Pick<Scope, 'db'>, tx: Transaction, eventId: number): Promise<void> => {
  const where = { tenantId: scope.db.tenantId, eventId, statusId: ON_WAITING_LIST, heldUntil: null }
  const waiting = await tx.eventRegistration.findFirst({ where, select: { id: true } })
  if (waiting) await addOfferJob(scope, tx, eventId)
}
