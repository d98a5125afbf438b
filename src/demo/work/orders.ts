import { saveCart } from '#areas/commerce/buying/carts/carts.service'
import { checkoutCart } from '#areas/commerce/buying/checkout/checkout.service'
import { settleOrder } from '#areas/commerce/buying/orders/settlement.service'
import { shipOrder } from '#areas/commerce/buying/orders/shipments.service'
import { saveShippingMethod } from '#areas/commerce/buying/shipping-methods/shipping-methods.service'
import { listAccounts } from '#areas/finance/payment-processor/accounts/accounts.queries'
import type { ProcessorTools } from '#areas/finance/payment-processor/processors.service'
import { versionOf } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Cast } from './cast.ts'
import { idIn, NEW, withFreeName } from './saving.ts'

/** Pieces of an item that all orders together need at most. */
const PIECES = 8

/**
 * Adds shipping methods and orders in different states: shipped, paid, and open, also of people that are no contacts yet. Does nothing more in a tenant without items
 * that anyone can buy, or whose default gateway is not of the sandbox.
 */
export const loadOrders = async (
  scope: Scope,
  tools: ProcessorTools,
  { newcomers, renewing }: Cast,
  strangers: readonly number[],
): Promise<void> => {
  const methodId = await addMethods(scope)
  const items = await findItems(scope)
  const [account] = await listAccounts(scope)
  if (items.length === 0 || account?.gateway.kind !== 'Sandbox' || !account.gateway.isDefault) return
  const buyers = [...[...newcomers, ...renewing].slice(0, 4), ...strangers]
  for (const [at, ContactId] of buyers.entries()) {
    const Lines = items
      .slice(at % items.length, (at % items.length) + 2)
      .map((StoreItemId) => ({ StoreItemId, Quantity: 1 }))
    const ShippingAddress = {
      Line1: `${12 + at} Mill Lane`,
      City: 'Springfield',
      StateProvince: 'IL',
      CountryCode: 'US',
    }
    const cart = await saveCart(scope, 0, { ContactId, Lines, ShippingMethodId: methodId, ShippingAddress }, NEW)
    const payment = at >= 3 ? ({ PaymentMethod: 'Invoice' } as const) : { PaymentToken: 'tok_visa' }
    const id = await checkoutCart(scope, tools, cart.id, payment, versionOf(cart.auditId))
    await settleOrder(scope, tools, id)
    if (at === 0) await ship(scope, id)
  }
}

const ship = async (scope: Scope, id: number): Promise<void> => {
  const where = { tenantId: scope.db.tenantId, purchaseId: id, isShipped: true }
  if ((await scope.db.prisma.storePurchaseLine.count({ where })) === 0) return
  await shipOrder(scope, id, { TrackingNumber: '1Z999AA10123456784' }, versionOf(1))
}

const addMethods = async (scope: Scope): Promise<number> => {
  const Rates = [
    { UpTo: 2, Price: 5.9 },
    { UpTo: 30, Price: 14.9 },
    { UpTo: null, Price: 39 },
  ]
  const parcel = { Type: 'Weight', Rates, FreeFrom: 150 } as const
  const made = await withFreeName('Parcel', (Name) => saveShippingMethod(scope, 0, { Name, ...parcel }, NEW))
  const pickUp = { Type: 'PickUp' } as const
  await withFreeName('Pick-up at the office', (Name) => saveShippingMethod(scope, 0, { Name, ...pickUp }, NEW))
  return idIn(made, 'ShippingMethodId')
}

/** Items that every contact can buy. */
const findItems = async ({ db: { prisma, tenantId } }: Scope): Promise<number[]> => {
  const found = await prisma.storeItem.findMany({
    where: {
      tenantId,
      isActive: true,
      isForMembers: false,
      hasSubItems: false,
      minQuantity: null,
      kindId: { in: [0, 1, 2] },
      availableOn: null,
      endsOn: null,
      OR: [{ trackingId: 1 }, { trackingId: 2, onHand: { gte: PIECES } }],
    },
    orderBy: [{ position: 'asc' }, { id: 'asc' }],
    take: 5,
  })
  return found.map(({ id }) => id)
}
