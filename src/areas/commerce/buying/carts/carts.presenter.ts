import type { StoreCart } from '#contract/commerce/store-buying'
import { fromCents, toCents } from '#kernel/money/cents'
import type { Scope } from '#kernel/tenancy/scope'
import { addressOf } from './cart.input.ts'
import type { FullCart } from './carts.queries.ts'

/** Presents a cart. Its time can have passed before the job that releases its stock has run. */
export const presentCart = ({ tenant, clock }: Scope, cart: FullCart): StoreCart => {
  const isOver = cart.state === 'expired' || (cart.heldUntil !== null && cart.heldUntil <= clock.now())
  return {
    CartId: cart.id,
    AuditId: cart.auditId,
    ContactId: cart.contact.deletedAt ? 0 : cart.contactId,
    Status: cart.state === 'ordered' ? 'Ordered' : isOver ? 'Expired' : 'Open',
    ReservedUntil: cart.heldUntil?.toISOString() ?? null,
    Lines: cart.lines.map((line) => ({
      StoreItemId: line.itemId,
      StoreSubItemId: line.subItemId,
      ProductName: line.name,
      Quantity: line.quantity,
      UnitPrice: Number(line.unitPrice),
      Amount: Number(line.amount),
      Discount: Number(line.discount),
      Tax: Number(line.tax),
      BenefitItemId: line.benefitItemId,
      BenefitQuantity: line.benefitQuantity,
    })),
    PromoCode: cart.promoCode,
    VoucherCodes: cart.voucherCodes,
    ShippingMethodId: cart.shippingMethodId,
    ShippingAddress: addressOf(cart.shippingAddress),
    BillingAddress: addressOf(cart.billingAddress),
    CurrencyCode: tenant.currencyCode,
    ItemTotal: Number(cart.itemTotal),
    DiscountTotal: Number(cart.discountTotal),
    ShippingAmount: Number(cart.shippingAmount),
    TaxTotal: Number(cart.taxTotal),
    Total: Number(cart.total),
    VoucherTotal: Number(cart.voucherTotal),
    AmountDue: Number(fromCents(toCents(cart.total) - toCents(cart.voucherTotal))),
    StorePurchaseId: cart.purchase?.id ?? null,
  }
}
