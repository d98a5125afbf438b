import { findCountryId } from '#areas/finance/books/documents/line-catalog.queries'
import { fromCents } from '#kernel/money/cents'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { StorePurchase } from '#prisma/client'
import type { PricedCart } from '../carts/pricing.service.ts'
import { isSent } from '../shipping-methods/shipping-methods.service.ts'
import type { OrderedCart, OrderLine } from './checkout.model.ts'

/** Adds the row of an order, with the buyer and the address as they are now. */
export const addOrder = async (scope: Scope, tx: Transaction, ordered: OrderedCart): Promise<StorePurchase> => {
  const { tenantId } = scope.db
  const { cart, priced, payment, charge } = ordered
  const where = { tenantId, id: cart.contactId }
  const contact = await tx.contact.findFirstOrThrow({ where, select: { emailAddress: true, phone: true } })
  const due = priced.total - priced.voucherTotal
  return tx.storePurchase.create({
    data: {
      tenantId,
      contactId: cart.contactId,
      cartId: cart.id,
      purchasedAt: scope.clock.now(),
      email: contact.emailAddress,
      phone: contact.phone,
      currencyCode: scope.tenant.currencyCode,
      ...(await shippingOf(tx, ordered)),
      itemTotal: fromCents(priced.itemTotal),
      discountTotal: fromCents(priced.discountTotal),
      shippingAmount: fromCents(priced.shippingAmount),
      shippingTax: fromCents(priced.shippingLine?.tax ?? 0),
      taxTotal: fromCents(priced.taxTotal),
      total: fromCents(priced.total),
      paymentMethod: payment.method,
      chargeId: charge?.id ?? null,
      dueAmount: fromCents(due),
      paymentToken: payment.method === 'BankDebit' ? payment.token : null,
      gatewayId: payment.gatewayId,
    },
  })
}

const shippingOf = async (tx: Transaction, { priced: { shipping } }: OrderedCart) => {
  if (!shipping) return {}
  const { address, methodId, name } = shipping
  return {
    shippingMethodId: methodId,
    shippingOption: name,
    shipToCompany: address?.CompanyName ?? null,
    shipToContact: address?.ContactName ?? null,
    address1: address?.Line1 ?? null,
    address2: address?.Line2 ?? null,
    city: address?.City ?? null,
    stateProvince: address?.StateProvince ?? null,
    postalCode: address?.PostalCode ?? null,
    countryId: address?.CountryCode ? await findCountryId(tx, address.CountryCode) : null,
  }
}

/** Adds the lines of an order, in the order of those of the invoice. */
export const addOrderLines = async (
  scope: Scope,
  tx: Transaction,
  purchaseId: number,
  { lines }: PricedCart,
): Promise<OrderLine[]> => {
  const added: OrderLine[] = []
  for (const [at, line] of lines.entries()) {
    const { itemId, subItemId, quantity, trackingId, name, item, document, benefit } = line
    const { id } = await tx.storePurchaseLine.create({
      data: {
        tenantId: scope.db.tenantId,
        purchaseId,
        position: at + 1,
        itemId,
        subItemId,
        name,
        quantity,
        trackingId,
        unitPrice: fromCents(document.unitCents),
        amount: fromCents(document.amount),
        discount: fromCents(document.discount),
        tax: fromCents(document.tax),
        isShipped: isSent(item),
        benefitItemId: benefit?.itemId ?? null,
        benefitQuantity: benefit?.quantity ?? 0,
      },
    })
    added.push({ lineId: id, trackingId, itemId, subItemId, quantity, amountCents: document.amount, benefit, item })
  }
  return added
}
