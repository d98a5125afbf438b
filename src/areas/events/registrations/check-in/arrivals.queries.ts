import { lockEvent } from '#areas/events/events/locked-events.queries'
import { lockContacts } from '#areas/people/contacts/records/records.queries'
import { lockRows } from '#kernel/records/lock'
import { unknownReference } from '#kernel/records/references'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { Prisma } from '#prisma/client'
import { nameOfPerson } from '../mails/recipients.service.ts'
import { IN_CART, ON_WAITING_LIST } from '../registration-statuses.listing.ts'
import { registrationKind } from '../registrations.queries.ts'
import { NO_SHOW, REGISTERED } from '../status-rules.listing.ts'
import type { Arrival } from './check-in.model.ts'

/** The participants that are checked in. */
export interface ArrivingPeople {
  eventId: number
  ids: readonly number[]
  /** The session whose attendance is recorded; null for none. */
  sessionId: number | null
}

/** A locked registration to check in. */
export interface LockedArrival extends Arrival {
  id: number
  name: string
  /** When and by whom it was checked in, to the session if one is meant. */
  before: { checkedInAt: Date | null; checkedInBy: string | null }
}

const WITH_PAYMENT = {
  include: { sessions: true, order: { include: { invoice: { select: { balance: true } } } }, contact: true },
} as const satisfies Prisma.EventRegistrationDefaultArgs

/**
 * Locks the event, the contacts that pay and the registrations, in the order of every change of seats.
 *
 * @throws 404; 422 unknown-reference for a session of another event.
 */
export const lockArrivals = async (
  scope: Scope,
  tx: Transaction,
  { eventId, ids, sessionId }: ArrivingPeople,
): Promise<LockedArrival[]> => {
  const { tenantId } = scope.db
  await lockEvent(scope, tx, eventId)
  if (sessionId !== null && !(await tx.eventSession.findFirst({ where: { tenantId, eventId, id: sessionId } })))
    throw unknownReference('/SessionId', 'session of the event')
  const where = { tenantId, eventId, id: { in: [...ids] } }
  const found = await tx.eventRegistration.findMany({ where, select: { order: { select: { contactId: true } } } })
  const payerIds = new Set(found.flatMap(({ order }) => (order.contactId === null ? [] : [order.contactId])))
  await lockContacts(tx, scope, [...payerIds])
  await lockRows(scope, tx, registrationKind, ids, 'no key update')
  const isReserved = { statusId: ON_WAITING_LIST, heldUntil: { not: null } }
  const rows = await tx.eventRegistration.findMany({
    where: { ...where, statusId: { not: IN_CART }, NOT: isReserved },
    ...WITH_PAYMENT,
  })
  return rows.map((row) => arrivalOf(row, sessionId))
}

const arrivalOf = (
  row: Prisma.EventRegistrationGetPayload<typeof WITH_PAYMENT>,
  sessionId: number | null,
): LockedArrival => {
  const { id, statusId, checkedInAt, checkedInBy, contact, order } = row
  const session = row.sessions.find((one) => one.sessionId === sessionId) ?? null
  const balance = order.invoice?.balance
  return {
    id,
    statusId,
    checkedInAt,
    session,
    name: contact?.deletedAt ? '' : nameOfPerson(row),
    before: sessionId === null ? { checkedInAt, checkedInBy } : (session ?? { checkedInAt: null, checkedInBy: null }),
    isPaid: statusId === REGISTERED || (statusId === NO_SHOW && !balance?.gt(0)),
  }
}
