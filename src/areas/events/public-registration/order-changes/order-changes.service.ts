import { enqueueExpiry } from '#areas/events/events/seats/cart-expiry-jobs.service'
import { lockEventOrder } from '#areas/events/registrations/cancellation/locked-event-orders.service'
import { findByKey } from '#areas/events/registrations/cancellation/payer-cancellations.service'
import { readFormResponses } from '#areas/events/registrations/registration-values.service'
import { enqueueOffers } from '#areas/events/waiting-list/offers.service'
import { abandonOpenAttempt } from '#areas/finance/payment-processor/attempts/attempts.service'
import type { PayerOrderChangeInput } from '#contract/events/order-changes'
import { fromCents } from '#kernel/money/cents'
import { lockRows } from '#kernel/records/lock'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { deleteCart, reservedUntil } from '../carts/cart-expiry.service.ts'
import { hashOfKey, newCartKey } from '../carts/cart-keys.model.ts'
import { writeCartRows } from '../carts/cart-rows.service.ts'
import type { CartResult } from '../carts/carts.service.ts'
import { inTurnOfEvent } from '../event-turns.service.ts'
import { type EventVisit, readOpenEvent } from '../event-visit.queries.ts'
import type { CheckedForm } from '../forms/checked-form.service.ts'
import type { RegistrationForm } from '../forms/form.input.ts'
import { type PricedForm, totalCentsOf } from '../prices/totals.model.ts'
import { fault, formRefused } from '../refusals.model.ts'
import { checkChange } from './checked-changes.service.ts'
import { type ExchangeOfCart, readExchange } from './exchanged-carts.queries.ts'
import { formOfChange } from './order-changes.input.ts'

/** A change of an order that is checked. */
interface CheckedChange {
  form: RegistrationForm
  checked: CheckedForm
  exchanged: ExchangeOfCart
  /** The cart of an earlier change that was not submitted. */
  current: { id: number } | null
}

/**
 * Calculates what a change of an order costs, without reserving anything.
 *
 * @throws RegistrationRefusal 409, 422; 404; 409 order-state, registration-state, written-off, contact-deleted; 422 event-rule.
 */
export const previewChange = (visit: EventVisit, input: PayerOrderChangeInput): Promise<PricedForm> =>
  inTurnOfEvent(visit, () => visit.scope.db.transaction(async (tx) => (await checkLocked(visit, tx, input)).checked))

/**
 * Puts a change of an order into a cart, which reserves its seats until it is submitted. It replaces the cart of an earlier change
 * of the order, so that an order reserves seats for one change only. Locks the event, the payer, and the order.
 *
 * @throws as previewChange.
 */
export const reserveChange = (visit: EventVisit, input: PayerOrderChangeInput): Promise<CartResult> =>
  inTurnOfEvent(visit, () =>
    visit.scope.db.transaction(async (tx) => {
      const change = await checkLocked(visit, tx, input)
      if (change.current) await removeCart(visit.scope, tx, visit.eventId, change.current.id)
      return writeChange(visit, tx, change)
    }),
  )

const checkLocked = async (
  visit: EventVisit,
  tx: Transaction,
  input: PayerOrderChangeInput,
): Promise<CheckedChange> => {
  const { scope, eventId } = visit
  const { tenantId } = scope.db
  const id = await findByKey(scope, tx, { eventId, orderKey: input.OrderKey })
  const order = await lockEventOrder(scope, tx, { eventId, id })
  const rows = input.Registrations ?? []
  const items = input.AdditionalPurchaseItems ?? []
  if (rows.length + items.length === 0)
    throw formRefused([fault('/Registrations', 'required', 'Choose what to change.')])
  const exchanged = await readExchange(
    scope,
    tx,
    order,
    rows.map(({ RegistrationId }) => RegistrationId),
  )
  const { parts, timeZone } = await readOpenEvent(visit, tx)
  const wanted = rows.map(({ RegistrationId, EventRegistrationTypeId }) => ({
    id: RegistrationId,
    typeId: EventRegistrationTypeId,
  }))
  const answers = await readFormResponses(scope, tx, eventId, wanted)
  const form = formOfChange(exchanged, { input, answers, parts, timeZone, now: scope.clock.now() })
  const where = { tenantId, eventId, changesOrderId: id, state: 'cart' }
  const current = await tx.eventOrder.findFirst({ where, select: { id: true } })
  const checked = await checkChange(visit, tx, form, exchanged, { exceptOrderId: current?.id ?? 0 })
  const same = rows.findIndex(
    ({ EventRegistrationTypeId: typeId }, at) => exchanged.exchange.registrations[at]?.typeId === typeId,
  )
  if (same >= 0)
    throw formRefused([
      fault(`/Registrations/${same}/EventRegistrationTypeId`, 'duplicate', 'This is the same ticket.'),
    ])
  if (checked.faults.length > 0) throw formRefused(checked.faults)
  return { form, checked, exchanged, current }
}

/** Ends the cart of an earlier change, and the payment of it that is under way. */
const removeCart = async (scope: Scope, tx: Transaction, eventId: number, id: number): Promise<void> => {
  await lockRows(scope, tx, { table: 'event_order' }, [id])
  await abandonOpenAttempt(scope, tx, { eventOrderId: id })
  const where = { tenantId: scope.db.tenantId, id, state: 'cart' }
  const cart = await tx.eventOrder.findFirst({ where, include: { registrations: { select: { id: true } } } })
  if (cart) await deleteCart(tx, cart)
  await enqueueOffers(scope, tx, eventId)
}

const writeChange = async (
  { scope, eventId }: EventVisit,
  tx: Transaction,
  { form, checked, exchanged }: CheckedChange,
): Promise<CartResult> => {
  const { tenantId } = scope.db
  const { order, registrations: given } = exchanged.exchange
  const key = newCartKey()
  const heldUntil = reservedUntil(scope)
  const { id: orderId } = await tx.eventOrder.create({
    data: {
      tenantId,
      eventId,
      keyHash: hashOfKey(key),
      heldUntil,
      createdAt: scope.clock.now(),
      form: JSON.parse(JSON.stringify(form.body)),
      total: fromCents(totalCentsOf(checked)),
      sendsMail: order.sendsMail,
      changesOrderId: order.id,
    },
  })
  const cart = { orderId, eventId, heldUntil, known: new Set<number>(), isOffer: false }
  const saved = await writeCartRows(scope, tx, cart, form, checked)
  const registrations = []
  for (const [at, { id }] of saved.entries()) {
    const data = { transferredFromId: given[at]?.id ?? null }
    registrations.push(await tx.eventRegistration.update({ where: { tenantId_id: { tenantId, id } }, data }))
  }
  await enqueueExpiry(scope, tx, orderId, heldUntil)
  const { lines, vouchers, exchangedCents = 0 } = checked
  return { key, eventId, heldUntil, registrations, lines, vouchers, exchangedCents }
}
