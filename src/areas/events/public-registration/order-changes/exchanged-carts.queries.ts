import {
  findEventOrder,
  type LockedEventOrder,
} from '#areas/events/registrations/cancellation/locked-event-orders.service'
import { type Exchange, planExchange } from '#areas/events/registrations/exchange/exchanges.service'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { FullCart } from '../carts/carts.queries.ts'
import type { GivenBack } from '../seating.model.ts'

/** What a cart changes of an order: the tickets that it gives back, with what they pay for it. */
export interface ExchangeOfCart {
  exchange: Exchange
  givenBack: GivenBack[]
}

/** Reads what a cart changes of an order; null if it changes none. @throws 404, 409, 422 event-rule. */
export const findExchange = async (scope: Scope, tx: Transaction, cart: FullCart): Promise<ExchangeOfCart | null> => {
  const { changesOrderId, eventId, registrations } = cart
  if (changesOrderId === null) return null
  const order = await findEventOrder(scope, tx, { eventId, id: changesOrderId })
  const ids = registrations.flatMap(({ transferredFromId }) => transferredFromId ?? [])
  return readExchange(scope, tx, order, ids)
}

/** Plans the exchange of tickets of an order, with what they take. @throws 409, 422 event-rule. */
export const readExchange = async (
  scope: Scope,
  tx: Transaction,
  order: LockedEventOrder,
  ids: readonly number[],
): Promise<ExchangeOfCart> => {
  const exchange = await planExchange(scope, tx, order, ids)
  const where = { tenantId: scope.db.tenantId, registrationId: { in: [...ids] } }
  const sessions = await tx.eventRegistrationSession.findMany({ where, orderBy: { sessionId: 'asc' } })
  const givenBack = exchange.registrations.map(({ id, seats, discountId }) => ({
    seats,
    discountId,
    sessionIds: sessions.flatMap((one) => (one.registrationId === id ? [one.sessionId] : [])),
  }))
  return { exchange, givenBack }
}
