import type { LockedEventOrder } from '#areas/events/registrations/cancellation/locked-event-orders.service'
import type { Exchange } from '#areas/events/registrations/exchange/exchanges.service'
import { ATTENDED, LIVE, PENDING_REFUND } from '#areas/events/registrations/registration-statuses.listing'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { EventVisit } from '../event-visit.queries.ts'
import { type CheckedForm, type CheckOptions, checkForm } from '../forms/checked-form.service.ts'
import type { OrderedBefore } from '../forms/choices.model.ts'
import type { RegistrationForm } from '../forms/form.input.ts'
import { totalCentsOf } from '../prices/totals.model.ts'
import { type FormFault, fault } from '../refusals.model.ts'
import type { ExchangeOfCart } from './exchanged-carts.queries.ts'

/** Statuses of registrations that count against the limits per order. */
const ORDERED: readonly number[] = [...LIVE, ATTENDED, PENDING_REFUND]

/**
 * Checks the form of a change as any form, and that no ticket is given back for a cheaper one, and no limit per order is exceeded
 * by several orders. The tickets that are given back pay a part of it. The payer of the order pays: another member that has the link
 * is a stranger, whose prices, taxes and benefits do not count.
 */
export const checkChange = async (
  visit: EventVisit,
  tx: Transaction,
  form: RegistrationForm,
  { exchange, givenBack }: ExchangeOfCart,
  options: Omit<CheckOptions, 'isPayerNeeded' | 'givenBack' | 'ordered'>,
): Promise<CheckedForm> => {
  const isPayer = visit.isStaff || visit.contactId === exchange.order.contactId
  const payer = isPayer ? visit : { ...visit, contactId: null }
  const ordered = await countOrdered(tx, exchange)
  const checked = await checkForm(payer, tx, form, { ...options, isPayerNeeded: false, givenBack, ordered })
  // The payer has responded to the questions of the order before.
  const faults = [
    ...checked.faults.filter(({ Pointer }) => !Pointer.startsWith('/Answers')),
    ...faultsOfCheaper(form, checked, exchange),
  ]
  return { ...checked, faults, exchangedCents: exchange.carriedCents }
}

/** A cheaper ticket would return money, which is the matter of the organizer. A ticket that is sold out has no price. */
const faultsOfCheaper = (
  form: RegistrationForm,
  { lines, choices }: CheckedForm,
  { registrations, plan }: Exchange,
): FormFault[] =>
  choices.attendees.flatMap(({ pointer, isWaiting }) => {
    const id = registrations[form.attendees.findIndex((one) => one.pointer === pointer)]?.id
    const given = plan.lines.filter(({ line }) => line.registrationId === id).reduce((sum, { cents }) => sum + cents, 0)
    const own = lines.filter((line) => line.pointer === pointer)
    const isCheaper = !isWaiting && totalCentsOf({ lines: own }) < given
    const message = 'This ticket costs less than the one that you have. Ask the organizer to change it.'
    return isCheaper ? [fault(`${pointer}/EventRegistrationTypeId`, 'notEntitled', message)] : []
  })

/** Counts what the order and those that changed it have of each type and item, but for the tickets that are given back. */
const countOrdered = async (tx: Transaction, { order, registrations }: Exchange): Promise<OrderedBefore> => {
  const { tenantId, eventId } = order
  const where = { tenantId, eventId, orderId: { in: await listFamily(tx, order) } }
  const items = await tx.eventOrderItem.findMany({ where, select: { itemId: true, quantity: true } })
  const people = await tx.eventRegistration.findMany({
    where: { ...where, id: { notIn: registrations.map(({ id }) => id) }, statusId: { in: [...ORDERED] } },
    select: { typeId: true },
  })
  const ordered = new Map<number, number>()
  const add = (id: number, quantity: number) => ordered.set(id, (ordered.get(id) ?? 0) + quantity)
  for (const { itemId, quantity } of items) add(-itemId, quantity)
  for (const { typeId } of people) add(typeId, 1)
  return ordered
}

/** Lists the ids of an order, of those that it has changed, and of those that changed it. */
const listFamily = async (
  tx: Transaction,
  { tenantId, eventId, id, changesOrderId }: LockedEventOrder,
): Promise<number[]> => {
  let root = { id, changesOrderId }
  while (root.changesOrderId !== null) {
    const where = { tenantId, eventId, id: root.changesOrderId }
    root = await tx.eventOrder.findFirstOrThrow({ where, select: { id: true, changesOrderId: true } })
  }
  const all = [root.id]
  for (let next = all; next.length > 0; all.push(...next)) {
    const where = { tenantId, eventId, changesOrderId: { in: [...next] }, state: 'submitted', cancelledAt: null }
    next = (await tx.eventOrder.findMany({ where, select: { id: true } })).map((one) => one.id)
  }
  return all
}
