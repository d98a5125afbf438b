import type { LockedEventOrder } from '#areas/events/registrations/cancellation/locked-event-orders.service'
import type { Exchange } from '#areas/events/registrations/exchange/exchanges.service'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { EventVisit } from '../event-visit.queries.ts'
import { type CheckedForm, type CheckOptions, checkForm } from '../forms/checked-form.service.ts'
import type { RegistrationForm } from '../forms/form.input.ts'
import { totalCentsOf } from '../prices/totals.model.ts'
import { type FormFault, fault } from '../refusals.model.ts'
import type { ExchangeOfCart } from './exchanged-carts.queries.ts'

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
  options: Omit<CheckOptions, 'isPayerNeeded' | 'givenBack'>,
): Promise<CheckedForm> => {
  const isPayer = visit.isStaff || visit.contactId === exchange.order.contactId
  const payer = isPayer ? visit : { ...visit, contactId: null }
  const checked = await checkForm(payer, tx, form, { ...options, isPayerNeeded: false, givenBack })
  // The payer has responded to the questions of the order before.
  const faults = [
    ...checked.faults.filter(({ Pointer }) => !Pointer.startsWith('/Answers')),
    ...faultsOfCheaper(form, checked, exchange),
    ...(await faultsOfLimits(tx, checked, exchange)),
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

/** Counts what the order and those that changed it have of each item and type. */
const faultsOfLimits = async (
  tx: Transaction,
  { choices }: CheckedForm,
  { order, registrations }: Exchange,
): Promise<FormFault[]> => {
  const orderIds = await listFamily(tx, order)
  const { tenantId, eventId } = order
  const where = { tenantId, eventId, orderId: { in: orderIds } }
  const items = await tx.eventOrderItem.findMany({ where, select: { itemId: true, quantity: true } })
  const notGiven = { notIn: registrations.map(({ id }) => id) }
  const people = await tx.eventRegistration.findMany({
    where: { ...where, id: notGiven, statusId: { in: [1, 2, 3, 4, 5, 6, 7, 11] } },
    select: { typeId: true },
  })
  const before = {
    item: (id: number) => items.reduce((sum, one) => (one.itemId === id ? sum + one.quantity : sum), 0),
    type: (id: number) => people.filter(({ typeId }) => typeId === id).length,
  }
  return [
    ...choices.items.flatMap(({ pointer, quantity, part: { id, name, maxPerOrder } }) =>
      maxPerOrder !== null && before.item(id) + quantity > maxPerOrder
        ? [fault(`${pointer}/Quantity`, 'tooMany', `One order can contain ${name} ${maxPerOrder} times at most.`)]
        : [],
    ),
    ...choices.attendees.flatMap(({ pointer, type: { id, name, maxPerOrder } }) => {
      const now = choices.attendees.filter(({ type }) => type.id === id).length
      return maxPerOrder !== null && before.type(id) + now > maxPerOrder
        ? [
            fault(
              `${pointer}/EventRegistrationTypeId`,
              'tooMany',
              `One order can contain ${name} ${maxPerOrder} times at most.`,
            ),
          ]
        : []
    }),
  ]
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
