import { quoteVouchers } from '#areas/commerce/buying/vouchers/quoted-vouchers.service'
import { type PaidVoucher, reserveCodes } from '#areas/commerce/buying/vouchers/reserved-vouchers.service'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { RegistrationForm } from './forms/form.input.ts'
import type { PricedLine } from './prices/pricing.service.ts'
import { type FormFault, fault, formRefused } from './refusals.model.ts'

const UNUSABLE = 'This voucher cannot be used: it does not exist, is not paid, used up, or in another cart.'

const faultAt = (at: number, code: 'unknown' | 'duplicate', message: string): FormFault =>
  fault(`/BillingInfo/Vouchers/${at}/Code`, code, message)

/** Finds what the vouchers of a form pay of its lines. Adds the faults of those that cannot be used. */
export const priceVouchers = async (
  scope: Scope,
  tx: Transaction,
  { billing }: Pick<RegistrationForm, 'billing'>,
  { orderId: eventOrderId, lines }: { orderId: number; lines: readonly PricedLine[] },
  faults: FormFault[],
): Promise<PaidVoucher[]> => {
  const codes = (billing?.Vouchers ?? []).map(({ Code }) => Code)
  const sold = lines.map(({ feeItemId, quantity, document }) => {
    return { feeItemId, quantity, totalCents: document.amount - document.discount + document.tax }
  })
  const quoted = await quoteVouchers(scope, tx, { eventOrderId }, codes, sold)
  return quoted.flatMap(({ code, paid }, at) => {
    const isRepeated = quoted.findIndex((one) => one.code === code) < at
    if (isRepeated) faults.push(faultAt(at, 'duplicate', 'This voucher is entered twice.'))
    else if (!paid) faults.push(faultAt(at, 'unknown', UNUSABLE))
    else if (paid.cents === 0) faults.push(faultAt(at, 'unknown', 'This voucher pays for nothing here.'))
    return paid && !isRepeated ? [paid] : []
  })
}

/**
 * Reserves the vouchers of a locked cart, and no others. Call it before documents are locked.
 *
 * @throws RegistrationRefusal 422 if another cart has reserved one of them.
 */
export const reserveFormVouchers = async (
  scope: Scope,
  tx: Transaction,
  eventOrderId: number,
  vouchers: readonly PaidVoucher[],
): Promise<void> => {
  const codes = vouchers.map(({ voucher }) => voucher.code)
  const reserved = await reserveCodes(scope, tx, { eventOrderId }, codes)
  const faults = codes.flatMap((code, at) => (reserved.has(code) ? [] : [faultAt(at, 'unknown', UNUSABLE)]))
  if (faults.length > 0) throw formRefused(faults)
}
