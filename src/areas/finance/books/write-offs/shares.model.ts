import { allocate } from '../documents/pricing.model.ts'

/** What an invoice charges for one account and class, without tax, or for shipping. In cents. */
export interface InvoiceShare {
  account: number | 'shipping-income'
  classId: number | null
  description: string
  amount: number
  tax: number
}

/** A share of what is written off. */
export type WriteOffShare = InvoiceShare

/**
 * Divides what is written off among the accounts, the taxes and the shipping of an invoice in proportion, to the cent.
 * Leaves out shares of 0.
 */
export const shareWriteOff = (cents: number, shares: readonly InvoiceShare[]): WriteOffShare[] => {
  const parts = allocate(
    cents,
    shares.flatMap(({ amount, tax }) => [amount, tax]),
  )
  return shares
    .map((share, at) => ({ ...share, amount: parts[2 * at] ?? 0, tax: parts[2 * at + 1] ?? 0 }))
    .filter(({ amount, tax }) => amount !== 0 || tax !== 0)
}
