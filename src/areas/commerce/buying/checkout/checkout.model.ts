import type { GatewayCharge } from '#areas/finance/payment-processor/charges/charges.queries'
import type { CartDraft } from '../carts/cart.input.ts'
import type { FullCart } from '../carts/carts.queries.ts'
import type { PricedCart } from '../carts/pricing.service.ts'

export interface OrderPayment {
  method: 'Card' | 'BankDebit' | 'Invoice' | 'None'
  /** The means of payment at the processor. */
  token: string | null
  gatewayId: number | null
}

/** A cart that becomes an order. */
export interface OrderedCart {
  cart: FullCart
  draft: CartDraft
  priced: PricedCart
  payment: OrderPayment
  charge: GatewayCharge | null
}

export interface OrderLine {
  lineId: number
  trackingId: number
  itemId: number
  subItemId: number | null
  quantity: number
  /** What the line costs before discount and tax. */
  amountCents: number
  /** The benefit that reduces the price of some pieces. */
  benefit: PricedCart['lines'][number]['benefit']
  item: PricedCart['lines'][number]['item']
}
