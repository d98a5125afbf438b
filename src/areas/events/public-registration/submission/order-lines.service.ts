import { fromCents } from '#kernel/money/cents'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { FullCart } from '../carts/carts.queries.ts'
import type { CheckedForm } from '../forms/checked-form.service.ts'

/** The record of an order that a line is for. */
interface LineOwner {
  registrationId?: number
  sponsorId?: number
  exhibitorId?: number
  itemId?: number
}

/** Adds the lines of an order, in the order of those of its invoice. */
export const addOrderLines = async (
  tx: Transaction,
  cart: FullCart,
  { lines, choices }: Pick<CheckedForm, 'lines' | 'choices'>,
): Promise<void> => {
  const { tenantId, eventId, id: orderId } = cart
  const ownerOf = ownersOf(cart, choices)
  const data = lines.map(({ pointer, feeItemId, name, quantity, document }, at) => ({
    tenantId,
    eventId,
    orderId,
    position: at + 1,
    feeItemId,
    name,
    quantity,
    ...ownerOf(pointer),
    amount: fromCents(document.amount),
    discount: fromCents(document.discount),
    tax: fromCents(document.tax),
  }))
  await tx.eventOrderLine.createMany({ data })
}

/** Finds the record of a line by its pointer into the form. */
const ownersOf = (
  { registrations, sponsors, exhibitors, items }: FullCart,
  choices: CheckedForm['choices'],
): ((pointer: string) => LineOwner) => {
  const owners = new Map<string, LineOwner>()
  for (const { pointer, id } of registrations) owners.set(pointer, { registrationId: id })
  for (const { pointer, id } of sponsors) if (pointer !== null) owners.set(pointer, { sponsorId: id })
  for (const { pointer, id } of exhibitors) owners.set(pointer, { exhibitorId: id })
  // The rows of items are in the order of the form.
  for (const [at, { pointer }] of [...choices.items, ...choices.donations].entries()) {
    const item = items[at]
    if (item) owners.set(pointer, { itemId: item.id })
  }
  return (pointer) => {
    const owner = owners.get(pointer)
    if (!owner) throw new Error(`No record of the cart is at ${pointer}`)
    return owner
  }
}
