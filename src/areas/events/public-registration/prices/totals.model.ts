import type { PaidVoucher } from '#areas/commerce/buying/vouchers/vouchers.service'
import type { PricedLine } from './pricing.service.ts'

/** What a form costs, and what its vouchers pay of it. */
export interface PricedForm {
  lines: readonly PricedLine[]
  vouchers: readonly PaidVoucher[]
}

/** Returns what a form costs, with tax. */
export const totalCentsOf = ({ lines }: Pick<PricedForm, 'lines'>): number =>
  lines.reduce((sum, { document }) => sum + document.amount - document.discount + document.tax, 0)

/** Returns what vouchers leave of it. */
export const dueCentsOf = (priced: PricedForm): number =>
  priced.vouchers.reduce((due, { cents }) => due - cents, totalCentsOf(priced))
