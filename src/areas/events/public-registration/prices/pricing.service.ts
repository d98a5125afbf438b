import { type PaidVoucher, quoteVouchers, reserveCodes } from '#areas/commerce/buying/vouchers/vouchers.service'
import { findBilling } from '#areas/finance/books/billing/billing.queries'
import { type TaxAddress, taxAddressOf } from '#areas/finance/books/documents/line-catalog.queries'
import { type DocumentLine, resolveLines } from '#areas/finance/books/documents/lines.service'
import { findCountries } from '#areas/people/contacts/contacts.queries'
import type { BillingContactInput } from '#contract/events/public-registration'
import { fromCents } from '#kernel/money/cents'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { Day } from '#kernel/time/calendar'
import type { OpenEvent } from '../event-visit.queries.ts'
import type { RegistrationForm } from '../forms/form.input.ts'
import { type FormFault, fault, formRefused } from '../refusals.model.ts'
import type { DraftLine } from './prices.model.ts'

/** A line with its amounts, as an invoice will contain it. */
export interface PricedLine extends DraftLine {
  document: DocumentLine
}

/**
 * Calculates discount and tax of the lines of a form, as for an invoice of today. The tax set of the event applies to
 * everything except donations, else that of each saleable item. A payer that a credential identifies can be exempt from tax.
 *
 * @throws 422 books-rule, unknown-reference if a saleable item cannot be sold any more.
 */
export const priceLines = async (
  scope: Scope,
  tx: Transaction,
  { taxSetId }: Pick<OpenEvent, 'taxSetId'>,
  lines: readonly DraftLine[],
  { billing, payerId, today }: { billing: BillingContactInput; payerId: number | null; today: Day },
): Promise<PricedLine[]> => {
  if (lines.length === 0) return []
  const inputs = lines.map(({ feeItemId, name, quantity, unitCents, discountCents, isDonation }) => ({
    FeeItemId: feeItemId,
    Description: name,
    Quantity: quantity,
    UnitPrice: Number(fromCents(unitCents)),
    DiscountAmount: Number(fromCents(discountCents)),
    ...(taxSetId !== null && !isDonation && { TaxSetId: taxSetId }),
  }))
  const address = taxAddressOf(await placeOf(tx, billing))
  const isTaxExempt = payerId !== null && (await findBilling(tx, scope.db.tenantId, payerId)).isTaxExempt
  const documents = await resolveLines(scope, tx, inputs, today, { isTaxExempt, address })
  return lines.map((line, at) => ({ ...line, document: documents[at] as DocumentLine }))
}

const placeOf = async (tx: Transaction, billing: BillingContactInput): Promise<TaxAddress | null> => {
  const { CountryId, StateProvince } = billing?.Address ?? {}
  const country = CountryId ? (await findCountries(tx)).get(CountryId) : undefined
  return { CountryCode: country?.alpha2 ?? null, StateProvince: StateProvince ?? null }
}

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
