import { findBilling } from '#areas/finance/books/billing/billing.queries'
import { type DocumentLine, resolveLines } from '#areas/finance/books/documents/lines.service'
import { type TaxAddress, taxAddressOf } from '#areas/finance/books/documents/line-catalog.queries'
import { findCountries } from '#areas/people/contacts/contacts.queries'
import type { BillingContactInput } from '#contract/events/public-registration'
import { fromCents } from '#kernel/money/cents'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { Day } from '#kernel/time/calendar'
import type { OpenEvent } from '../event-visit.queries.ts'
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
