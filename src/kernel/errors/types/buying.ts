import type { ProblemType } from './problem-type.ts'

export const buying = {
  'cart-ordered': {
    status: [409],
    meaning: 'The cart is ordered and does not change any more. StorePurchaseId is its order.',
    advice: 'Read the order, or create another cart.',
  },
  'checkout-running': {
    status: [409],
    meaning: 'The payment of the cart is being authorized.',
    advice: 'Wait for the response of the checkout, or some minutes if it was lost.',
  },
  'cart-changed': {
    status: [409],
    meaning: 'The total of the cart is not the one that the buyer has agreed to. Total contains the new one.',
    advice: 'Show the new total to the buyer, and order again.',
  },
  'checkout-expired': {
    status: [409],
    meaning: 'The payment took too long. Its authorization is canceled, and nothing was ordered.',
    advice: 'Save the cart again, and order it.',
  },
  'order-state': {
    status: [409],
    meaning: 'The state of the order does not allow this. The detail says why.',
    advice: 'Read the order again.',
  },
  'voucher-state': {
    status: [409],
    meaning: 'The voucher is used up, void, or in a cart that is being ordered.',
    advice: 'Read the voucher again.',
  },
  'download-ended': {
    status: [409],
    meaning: 'The right to download the file has ended, or has not begun. The detail says why.',
    advice: 'The detail says what is missing: the payment, a membership, or time.',
  },
  'out-of-stock': {
    status: [422],
    meaning: 'An item has fewer pieces left than are wanted, and does not allow back orders.',
    advice: 'Look at `errors`: it names the lines. Reduce their quantities, or add stock.',
  },
  'voucher-not-valid': {
    status: [422],
    meaning: 'A voucher does not exist, is used up, expired, void or not paid, or is in another cart.',
    advice: 'Look at `errors`: it names the codes. Remove them from the cart.',
  },
  'payment-declined': {
    status: [422],
    meaning: 'The means of payment was declined. The detail contains the reason.',
    advice: 'Order again with another means of payment.',
  },
} as const satisfies Record<string, ProblemType>
