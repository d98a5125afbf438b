import type { StoreOrderShipmentInput } from '#contract/commerce/store-buying'
import { type FieldFault, ruleRefused } from '#kernel/errors/problem'
import type { VersionedRow } from '#kernel/listing/list-rows'
import { referenceFault } from '#kernel/records/references'
import type { ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import { oneLine } from '#kernel/text/one-line'
import { dateOf } from '#kernel/time/day'
import type { StorePurchaseLine } from '#prisma/client'
import { orderEvents } from '../buying.events.ts'
import { parsePastDay } from '../days.model.ts'
import { takeBackordered } from '../stock/stock.service.ts'
import { reportShipment } from './order-mails.service.ts'
import { readOrder } from './orders.queries.ts'
import { changeOrder, lockOrder, orderState, requireLive } from './orders.service.ts'

/** Pieces of a line that are sent now. */
interface Shipped {
  line: StorePurchaseLine
  quantity: number
  pointer: string
}

/**
 * Records a shipment. Pieces on back order are taken from stock.
 *
 * @throws 400; 404; 409 order-state, stale-audit-id; 412; 422 out-of-stock, store-rule.
 */
export const shipOrder = (
  scope: Scope,
  id: number,
  input: StoreOrderShipmentInput,
  expected: ExpectedVersion,
): Promise<VersionedRow> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    const locked = await lockOrder(scope, tx, id, expected)
    requireLive(locked)
    const shipped = parseShipment(locked.lines, input)
    const shippedOn = parsePastDay(scope, input.ShippedDate, '/ShippedDate')
    await takeBackordered(
      scope,
      tx,
      shipped.flatMap(({ line, quantity, pointer }) => {
        const { id: lineId, trackingId, itemId, subItemId } = line
        const waiting = waitingIn(line, quantity)
        return waiting > 0 ? [{ lineId, trackingId, itemId, subItemId, quantity: waiting, pointer }] : []
      }),
    )
    for (const { line, quantity } of shipped) {
      const data = { shipped: { increment: quantity }, backordered: { decrement: waitingIn(line, quantity) } }
      await tx.storePurchaseLine.update({ where: { tenantId_id: { tenantId, id: line.id } }, data })
    }
    const tracking =
      input.TrackingNumber === undefined ? {} : { trackingNumber: oneLine(input.TrackingNumber ?? '') || null }
    const pieces = shipped.map(({ line, quantity }) => ({ line: line.id, quantity }))
    await changeOrder(scope, tx, locked.order, orderEvents.shipped, {
      data: { shippedOn: dateOf(shippedOn), ...tracking },
      changes: { shippedOn, pieces, ...tracking },
    })
    const sent = shipped.map(({ line, quantity }) => ({ name: line.name, quantity }))
    await reportShipment(scope, tx, locked.order, { sent, ...tracking })
    return readOrder(scope, id, tx)
  })

/** Returns the pieces on back order among those that are sent: what was taken at the purchase is sent first. */
const waitingIn = (
  { quantity: ordered, shipped, refunded, backordered }: StorePurchaseLine,
  quantity: number,
): number => Math.min(backordered, Math.max(0, quantity - Math.max(0, ordered - refunded - shipped - backordered)))

const parseShipment = (lines: readonly StorePurchaseLine[], { Lines }: StoreOrderShipmentInput): Shipped[] => {
  const leftOf = ({ isShipped, quantity, refunded, shipped }: StorePurchaseLine) =>
    isShipped ? Math.max(0, quantity - refunded - shipped) : 0
  if (!Lines) {
    const left = lines.filter((line) => leftOf(line) > 0)
    if (left.length === 0) throw orderState('Nothing of the order is left to send.')
    return left.map((line) => ({ line, quantity: leftOf(line), pointer: '/Lines' }))
  }
  const faults: FieldFault[] = []
  const shipped = Lines.flatMap(({ StoreOrderLineId, Quantity }, at): Shipped[] => {
    const line = lines.find((one) => one.id === StoreOrderLineId)
    const isTwice = Lines.slice(0, at).some((other) => other.StoreOrderLineId === StoreOrderLineId)
    if (!line) faults.push(referenceFault(`/Lines/${at}/StoreOrderLineId`, 'line of the order'))
    else if (isTwice)
      faults.push({ pointer: `/Lines/${at}/StoreOrderLineId`, message: 'must not be in the list twice' })
    else if (Quantity > leftOf(line))
      faults.push({
        pointer: `/Lines/${at}/Quantity`,
        message: `must be at most ${leftOf(line)}, which is left to send`,
      })
    return line ? [{ line, quantity: Quantity, pointer: `/Lines/${at}/Quantity` }] : []
  })
  if (shipped.length === 0 && faults.length === 0)
    faults.push({ pointer: '/Lines', message: 'must contain at least one line' })
  if (faults.length > 0) throw ruleRefused('store-rule', 'The shipment does not fit the order.', faults)
  return shipped
}
