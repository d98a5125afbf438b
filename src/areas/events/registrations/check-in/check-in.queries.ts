import { lockEvent } from '#areas/events/events/events.queries'
import { lockContacts } from '#areas/people/contacts/records/records.queries'
import { badInput, conflict, notFound } from '#kernel/errors/problem'
import { lockRows } from '#kernel/records/lock'
import { unknownReference } from '#kernel/records/references'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { Prisma } from '#prisma/client'
import { nameOfPerson } from '../mails/recipients.service.ts'
import {
  ATTENDED,
  EXPECTED_AT_EVENT,
  IN_CART,
  NO_SHOW,
  ON_WAITING_LIST,
  REGISTERED,
} from '../registration-statuses.listing.ts'
import { registrationKind } from '../registrations.queries.ts'
import { type Arrival, parseCheckInCode, parseConfirmationNumber } from './check-in.model.ts'

/** The participants that are checked in. */
interface ArrivingPeople {
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

/**
 * Finds the registration for an event that a check-in code or a confirmation number identifies.
 *
 * @throws 400 for a text that is neither; 404; 409 several-registrations.
 */
export const findRegistrationByCode = async (
  { db: { tenantId } }: Scope,
  tx: Transaction,
  eventId: number,
  code: string,
): Promise<number> => {
  const order = parseConfirmationNumber(code)
  if (order) {
    if (order.eventId !== eventId) throw notFound('order with this confirmation number for the event')
    return findOnlyParticipant(tx, tenantId, order)
  }
  const range = parseCheckInCode(code)
  if (!range)
    throw badInput('/Code', 'must be a check-in code such as 4F7A-19C2-88BE or a confirmation number such as E12-40')
  const where = { tenantId, eventId, checkInKey: { gte: range.first, lte: range.last }, statusId: { not: IN_CART } }
  const [found, other] = await tx.eventRegistration.findMany({ where, select: { id: true }, take: 2 })
  if (!found) throw notFound('registration with this code for the event')
  if (other) throw severalRegistrations('The code')
  return found.id
}

/** Finds the participant of an order that can be checked in, or the one who is checked in already. */
const findOnlyParticipant = async (
  tx: Transaction,
  tenantId: number,
  { eventId, orderId }: { eventId: number; orderId: number },
): Promise<number> => {
  const where = { tenantId, eventId, orderId, order: { state: 'submitted' } }
  const people = await tx.eventRegistration.findMany({ where, orderBy: { id: 'asc' } })
  const expected = people.filter(({ statusId }) => [...EXPECTED_AT_EVENT, NO_SHOW].includes(statusId))
  const attended = people.filter(({ statusId }) => statusId === ATTENDED)
  if (expected.length > 1) throw severalRegistrations('The order')
  const found = expected[0] ?? attended[0] ?? people[0]
  if (!found) throw notFound('order with this confirmation number for the event')
  return found.id
}

const severalRegistrations = (what: string) =>
  conflict('several-registrations', `${what} has several registrations. Check in each by its id or check-in code.`)
