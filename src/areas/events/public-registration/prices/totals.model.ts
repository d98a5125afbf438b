import type { PaidVoucher } from '#areas/commerce/buying/vouchers/vouchers.service'
import type { PricedLine } from './pricing.service.ts'

/** What a form costs, and what pays a part of it before the payer does. */
export interface PricedForm {
  lines: readonly PricedLine[]
  vouchers: readonly PaidVoucher[]
  /** What tickets that are given back pay, in cents; nothing unless an order is changed. */
  exchangedCents?: number
}

/** Returns what a form costs, with tax. */
export const totalCentsOf = ({ lines }: Pick<PricedForm, 'lines'>): number =>
  lines.reduce((sum, { document }) => sum + document.amount - document.discount + document.tax, 0)

/** Returns what vouchers pay of a form, in cents. */
export const voucherCentsOf = ({ vouchers }: Pick<PricedForm, 'vouchers'>): number =>
  vouchers.reduce((sum, { cents }) => sum + cents, 0)

/** Returns what vouchers and tickets that are given back leave of it. */
export const dueCentsOf = (priced: PricedForm): number =>
  totalCentsOf(priced) - voucherCentsOf(priced) - (priced.exchangedCents ?? 0)
