import { listSystemAccountIds } from '#areas/finance/books/accounts/accounts.queries'
import { taxSetKind } from '#areas/finance/books/tax-sets/tax-sets.queries'
import type { ShippingMethodInput } from '#contract/commerce/store-buying'
import type { DocumentLineSaveInput } from '#contract/finance/invoices'
import { ruleRefused } from '#kernel/errors/problem'
import type { VersionedRow } from '#kernel/listing/list-rows'
import { fromCents, toCents } from '#kernel/money/cents'
import { lockForSave, lockRecord, lockRows, lockSubject } from '#kernel/records/lock'
import { changeOf, recordChange } from '#kernel/records/record-change'
import { type ChangeAction, NEXT_VERSION, nextVersionOf } from '#kernel/records/record-kind'
import { unknownReference } from '#kernel/records/references'
import { requireRoom } from '#kernel/records/room'
import { requireUniqueName } from '#kernel/records/unique-name'
import { requireUnused } from '#kernel/records/uses'
import type { ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { ShippingMethod } from '#prisma/client'
import type { CartAddress, CartDraft } from '../carts/cart.input.ts'
import { deliversTo, shippingPriceOf } from './shipping.model.ts'
import { parseShippingMethod, ratesOf, regionsOf } from './shipping-methods.input.ts'
import { readShippingMethod, shippingMethodKind } from './shipping-methods.queries.ts'

const MAX_SHIPPING_METHODS = 200

/**
 * Creates a shipping method (id 0) or changes one. Names are unique.
 *
 * @throws 400; 404; 409 stale-audit-id, duplicate; 412; 422 name-needed, store-rule, unknown-reference, too-many.
 */
export const saveShippingMethod = (
  scope: Scope,
  id: number,
  input: ShippingMethodInput,
  expected: ExpectedVersion,
): Promise<VersionedRow> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    await lockSubject(scope, tx, shippingMethodKind.table)
    const current = await lockForSave(scope, tx, shippingMethodKind, id, expected, 'no key update')
    if (!current) {
      const count = await tx.shippingMethod.count({ where: { tenantId } })
      requireRoom(count, MAX_SHIPPING_METHODS, 'tenant', 'shipping methods')
    }
    const data = parseShippingMethod(input, current)
    const other = await tx.shippingMethod.findFirst({ where: { tenantId, nameKey: data.nameKey, id: { not: id } } })
    requireUniqueName(shippingMethodKind, data.name, other)
    await requireReferences(scope, tx, data)
    const saved = current
      ? await tx.shippingMethod.update({ where: { tenantId_id: { tenantId, id } }, data: { ...data, ...NEXT_VERSION } })
      : await tx.shippingMethod.create({ data: { ...data, tenantId } })
    await record(scope, tx, saved, current ? 'updated' : 'created')
    return readShippingMethod(scope, saved.id, tx)
  })

const requireReferences = async (
  scope: Scope,
  tx: Transaction,
  { taxSetId, regions }: Pick<ReturnType<typeof parseShippingMethod>, 'taxSetId' | 'regions'>,
): Promise<void> => {
  if (taxSetId !== null && (await lockRows(scope, tx, taxSetKind, [taxSetId], 'key share')).length === 0)
    throw unknownReference('/TaxSetId', 'tax set')
  const known = new Set((await tx.country.findMany({ select: { alpha2: true } })).map(({ alpha2 }) => alpha2))
  const at = regions.findIndex(({ CountryCode }) => !known.has(CountryCode))
  if (at >= 0) throw unknownReference(`/Regions/${at}/CountryCode`, 'country of ISO 3166-1')
}

/** Deletes a shipping method that no cart or order uses. @throws 404; 409 in-use; 412. */
export const deleteShippingMethod = (scope: Scope, id: number, expected: ExpectedVersion): Promise<void> =>
  scope.db.transaction(async (tx) => {
    const method = await lockRecord(scope, tx, shippingMethodKind, id, expected)
    await requireUnused(scope, tx, shippingMethodKind, method)
    await tx.shippingMethod.delete({ where: { tenantId_id: { tenantId: method.tenantId, id } } })
    await record(scope, tx, nextVersionOf(method), 'deleted')
  })

const record = (scope: Scope, tx: Transaction, method: ShippingMethod, action: ChangeAction): Promise<void> => {
  const payload = { name: method.name }
  return recordChange(scope, tx, changeOf(shippingMethodKind, method, action, { payload }))
}

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
