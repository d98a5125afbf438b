import type { DocumentLineSaveInput } from '#contract/finance/invoices'
import { type FieldFault, ruleRefused } from '#kernel/errors/problem'
import { ONE_IN_UNITS, quantityUnits, toCents } from '#kernel/money/cents'
import { referenceFault, unknownReferences } from '#kernel/records/references'
import type { Day } from '#kernel/time/calendar'
import type { Discount, FeeItem } from '#prisma/client'
import { computeDiscount, isDiscountValid } from '../discounts/discounts.model.ts'
import type { LineCatalog } from './line-catalog.queries.ts'
import type { DocumentLine } from './pricing.model.ts'
import { amountsOf, priceOf } from './pricing.model.ts'

/** What the lines of a document depend on besides their fields. */
export interface LineContext {
  catalog: LineCatalog
  /** The date of the document. */
  on: Day
  /** Whether prices include taxes. */
  includesTax: boolean
  /** Whether the contact pays no tax. */
  isTaxExempt: boolean
  /** Whether prices can be negative: of an invoice. */
  allowsNegative: boolean
}

/** The faults of lines: references to records that cannot be used, and parts that do not fit. */
interface Faults {
  references: FieldFault[]
  rules: FieldFault[]
}

/**
 * Parses the lines of a document and computes their amounts. A fee item gives the fields that are left out.
 *
 * @throws 422 unknown-reference, else books-rule, with every fault.
 */
export const parseLines = (sent: readonly DocumentLineSaveInput[], context: LineContext): DocumentLine[] => {
  const faults: Faults = { references: [], rules: [] }
  const lines = sent.map((line, at) => parseLine(line, `/Lines/${at}`, context, faults))
  const { references, rules } = faults
  if (references.length > 0) throw unknownReferences([...references, ...rules])
  if (rules.length > 0) throw ruleRefused('books-rule', 'The lines do not fit together.', rules)
  return lines
}

const parseLine = (
  line: DocumentLineSaveInput,
  pointer: string,
  context: LineContext,
  faults: Faults,
): DocumentLine => {
  const { catalog, includesTax, isTaxExempt } = context
  const feeItem = find(catalog.feeItems, line.FeeItemId, `${pointer}/FeeItemId`, 'active fee item', faults)
  if (!line.FeeItemId) requireFields(line, pointer, faults)
  if ((line.UnitPrice ?? 0) < 0) requireNegativeTerms(line, pointer, context, faults)
  const { quantity, unitCents } = parsePrice(line, feeItem)
  const taxSetId = parseTaxSet(line, feeItem, pointer, context, faults)
  const price = priceOf(unitCents, quantity)
  const discount = parseDiscount(line, price, pointer, context, faults)
  const rates = catalog.rates.get(taxSetId ?? 0) ?? []
  const amounts = amountsOf(price, discount.cents, { rates, pricesIncludeTax: includesTax, isTaxExempt })
  return {
    ...amounts,
    feeItemId: feeItem?.id ?? null,
    quantity,
    unitCents,
    taxSetId,
    description: line.Description?.trim() || (feeItem?.description ?? feeItem?.name ?? ''),
    discountId: discount.record?.id ?? null,
    discountAccount: amounts.discount > 0 ? (discount.record?.accountId ?? 'discounts') : null,
    account: parseAccount(line, feeItem, pointer, context, faults),
    classId: parseClass(line, feeItem, pointer, context, faults),
    serviceOn: line.ServiceDate || null,
  }
}

/** Requires that a line with a negative price is one of an invoice, and has no discount, which would add to what is owed. */
const requireNegativeTerms = (
  { DiscountId, DiscountAmount }: DocumentLineSaveInput,
  pointer: string,
  { allowsNegative }: LineContext,
  { rules }: Faults,
): void => {
  if (!allowsNegative) rules.push({ pointer: `${pointer}/UnitPrice`, message: 'must be at least 0 in a credit' })
  const sent = { DiscountId, DiscountAmount }
  for (const [name, value] of Object.entries(sent))
    if (value) rules.push({ pointer: `${pointer}/${name}`, message: 'must be absent in a line with a negative price' })
}

const parsePrice = ({ Quantity, UnitPrice }: DocumentLineSaveInput, feeItem: FeeItem | undefined) => ({
  quantity: Quantity == null ? defaultQuantity(feeItem) : quantityUnits(Quantity),
  unitCents: toCents(UnitPrice ?? feeItem?.price ?? 0),
})

const parseAccount = (
  line: DocumentLineSaveInput,
  feeItem: FeeItem | undefined,
  pointer: string,
  { catalog }: LineContext,
  faults: Faults,
): number => {
  const own = find(catalog.accounts, line.AccountId, `${pointer}/AccountId`, 'active account', faults)
  if (own && !LINE_ACCOUNTS.has(own.type)) {
    const message = 'must be an account of type Income, Expense, Liability, Equity or Asset'
    faults.rules.push({ pointer: `${pointer}/AccountId`, message })
  }
  if (line.AccountId == null) requireActive(catalog.accounts, feeItem?.accountId, pointer, 'account', faults)
  return own?.id ?? feeItem?.accountId ?? 0
}

/** The types of accounts that a line can be posted to. */
const LINE_ACCOUNTS: ReadonlySet<string> = new Set(['Income', 'Expense', 'Liability', 'Equity', 'Asset'])

/** Rejects a fee item that gives the line a record that is no longer active: new documents do not use it. */
const requireActive = (
  records: ReadonlyMap<number, { isActive: boolean }>,
  id: number | null | undefined,
  pointer: string,
  what: string,
  { rules }: Faults,
): void => {
  if (!id || records.get(id)?.isActive !== false) return
  const message = `references a fee item whose ${what} is not active. Give the fee item another one`
  rules.push({ pointer: `${pointer}/FeeItemId`, message })
}

const defaultQuantity = (feeItem: FeeItem | undefined): number =>
  feeItem ? quantityUnits(feeItem.quantity) : ONE_IN_UNITS

/** Requires that a line without a fee item states its text, price and account itself. */
const requireFields = (line: DocumentLineSaveInput, pointer: string, { rules }: Faults): void => {
  const missing = [
    ...(line.Description?.trim() ? [] : ['Description']),
    ...(line.UnitPrice == null ? ['UnitPrice'] : []),
    ...(line.AccountId == null ? ['AccountId'] : []),
  ]
  for (const name of missing) rules.push({ pointer: `${pointer}/${name}`, message: 'is required without FeeItemId' })
}

const find = <R extends { isActive: boolean }>(
  records: ReadonlyMap<number, R>,
  id: number | null | undefined,
  pointer: string,
  what: string,
  { references }: Faults,
): R | undefined => {
  if (!id) return undefined
  const found = records.get(id)
  if (found?.isActive) return found
  references.push(referenceFault(pointer, what))
  return undefined
}

/** Parses the tax set of a line; null if it is untaxed: without one, or at a place where the set does not apply. */
const parseTaxSet = (
  line: DocumentLineSaveInput,
  feeItem: FeeItem | undefined,
  pointer: string,
  { catalog }: LineContext,
  faults: Faults,
): number | null => {
  find(catalog.taxSets, line.TaxSetId, `${pointer}/TaxSetId`, 'active tax set', faults)
  if (line.TaxSetId == null) requireActive(catalog.taxSets, feeItem?.taxSetId, pointer, 'tax set', faults)
  const id = (line.TaxSetId ?? feeItem?.taxSetId) || null
  return id !== null && (catalog.rates.get(id)?.length ?? 0) > 0 ? id : null
}

const parseClass = (
  line: DocumentLineSaveInput,
  feeItem: FeeItem | undefined,
  pointer: string,
  { catalog }: LineContext,
  faults: Faults,
): number | null => {
  if (line.ClassId == null) {
    requireActive(catalog.classes, feeItem?.classId, pointer, 'transaction class', faults)
    return feeItem?.classId ?? null
  }
  return find(catalog.classes, line.ClassId, `${pointer}/ClassId`, 'active transaction class', faults)?.id ?? null
}

/** Parses the discount on a line, at most its price. */
const parseDiscount = (
  line: DocumentLineSaveInput,
  price: number,
  pointer: string,
  { catalog, on }: LineContext,
  faults: Faults,
): { cents: number; record?: Discount | undefined } => {
  const record = find(catalog.discounts, line.DiscountId, `${pointer}/DiscountId`, 'active discount', faults)
  const cents = line.DiscountAmount == null ? 0 : toCents(line.DiscountAmount)
  if (line.DiscountId && cents > 0)
    faults.rules.push({ pointer: `${pointer}/DiscountAmount`, message: 'cannot be combined with DiscountId' })
  if (price >= 0 && cents > price)
    faults.rules.push({ pointer: `${pointer}/DiscountAmount`, message: 'must not be more than the price of the line' })
  if (record && !isDiscountValid(record, on))
    faults.rules.push({ pointer: `${pointer}/DiscountId`, message: `references a discount that is not valid on ${on}` })
  if (price < 0) return { cents: 0 }
  return record ? { record, cents: computeDiscount(record, price) } : { cents: Math.min(cents, price) }
}
