import { badInput, conflict, notFound } from '#kernel/errors/problem'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { IN_CART } from '../registration-statuses.listing.ts'
import { ATTENDED, EXPECTED_AT_EVENT, NO_SHOW } from '../status-rules.listing.ts'
import { parseCheckInCode, parseConfirmationNumber } from './check-in-codes.model.ts'

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
