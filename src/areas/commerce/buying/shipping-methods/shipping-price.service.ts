import { listSystemAccountIds } from '#areas/finance/books/accounts/accounts.queries'
import type { DocumentLineSaveInput } from '#contract/finance/invoices'
import { ruleRefused } from '#kernel/errors/problem'
import { fromCents, toCents } from '#kernel/money/cents'
import { lockRows } from '#kernel/records/lock'
import { unknownReference } from '#kernel/records/references'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { CartAddress, CartDraft } from '../carts/cart.input.ts'
import { deliversTo, shippingPriceOf } from './shipping.model.ts'
import { ratesOf, regionsOf } from './shipping-methods.input.ts'
import { shippingMethodKind } from './shipping-methods.queries.ts'

/** The delivery of a cart. */
export interface PricedShipping {
  methodId: number
  name: string
  /** Where it is sent; null for a pick-up. */
  address: CartAddress | null
  /** Its line, priced by the books. */
  input: DocumentLineSaveInput
}

interface ShippedLine {
  quantity: number
  item: { kindId: number; isShipped: boolean; weightGrams: number | null }
}

const PHYSICAL = 0

/** Whether the pieces of an item are sent. */
export const isSent = ({ kindId, isShipped }: ShippedLine['item']): boolean => kindId === PHYSICAL && isShipped

/**
 * Calculates the price of the delivery; null if nothing is sent.
 *
 * @throws 422 store-rule, unknown-reference.
 */
export const priceShipping = async (
  scope: Scope,
  tx: Transaction,
  { shippingMethodId, shippingAddress }: CartDraft,
  { items, orderCents }: { items: readonly ShippedLine[]; orderCents: number },
): Promise<PricedShipping | null> => {
  const sent = items.filter(({ item }) => isSent(item))
  if (sent.length === 0) return null
  if (shippingMethodId === null)
    throw refused('/ShippingMethodId', 'is required: the cart contains items that are sent')
  const { tenantId } = scope.db
  await lockRows(scope, tx, shippingMethodKind, [shippingMethodId], 'key share')
  const method = await tx.shippingMethod.findFirst({ where: { tenantId, id: shippingMethodId } })
  if (!method?.isActive) throw unknownReference('/ShippingMethodId', 'active shipping method')
  const address = method.type === 'PickUp' ? null : shippingAddress
  if (method.type !== 'PickUp' && !address?.CountryCode)
    throw refused('/ShippingAddress', 'is required with a CountryCode: the cart contains items that are sent')
  if (address && !deliversTo(regionsOf(method.regions), address))
    throw refused('/ShippingMethodId', 'does not deliver to the address')
  const terms = {
    type: method.type,
    priceCents: toCents(method.price),
    rates: ratesOf(method.rates),
    freeFromCents: method.freeFrom === null ? null : toCents(method.freeFrom),
  }
  const grams = sent.reduce((sum, { quantity, item }) => sum + quantity * (item.weightGrams ?? 0), 0)
  const cents = shippingPriceOf(terms, { grams, orderCents })
  if (cents === null) throw refused('/ShippingMethodId', 'has no rate for an order of this weight or value')
  const accounts = await listSystemAccountIds(tx, tenantId)
  const AccountId = accounts.get('shipping-income') ?? 0
  const line = { Description: method.name, Quantity: 1, UnitPrice: Number(fromCents(cents)), AccountId }
  const input = method.taxSetId === null ? line : { ...line, TaxSetId: method.taxSetId }
  return { methodId: method.id, name: method.name, address, input }
}

const refused = (pointer: string, message: string) =>
  ruleRefused('store-rule', 'The order cannot be delivered like this.', [{ pointer, message }])
