import type { RegistrationSplitLine, RegistrationSplits } from '#contract/events/public-registration'
import { fromCents, percentUnits } from '#kernel/money/cents'
import type { Scope } from '#kernel/tenancy/scope'
import type { PricedLine } from './pricing.service.ts'
import { dueCentsOf, type PricedForm, totalCentsOf, voucherCentsOf } from './totals.model.ts'

const money = (cents: number): number => Number(fromCents(cents))

/** Presents the lines of a form with their sums. */
export const presentSplits = ({ tenant }: Scope, priced: PricedForm): NonNullable<RegistrationSplits> => {
  const { lines } = priced
  const sum = (of: (line: PricedLine) => number) => lines.reduce((total, line) => total + of(line), 0)
  const itemTotal = sum(({ document }) => document.amount)
  const discountTotal = sum(({ document }) => document.discount)
  const taxTotal = sum(({ document }) => document.tax)
  const total = totalCentsOf(priced)
  const due = dueCentsOf(priced)
  return {
    CurrencyCode: tenant.currencyCode,
    Lines: lines.map(presentLine),
    ItemTotal: money(itemTotal),
    DiscountTotal: money(discountTotal),
    TaxTotal: money(taxTotal),
    Total: money(total),
    VoucherAmount: money(voucherCentsOf(priced)),
    ExchangeAmount: money(priced.exchangedCents ?? 0),
    AmountDue: money(due),
  }
}

const presentLine = ({ document, ...line }: PricedLine): RegistrationSplitLine => ({
  Pointer: line.pointer,
  SaleableItemId: line.feeItemId,
  Name: line.name,
  Quantity: line.quantity,
  ListPrice: money(line.listCents),
  UnitPrice: money(line.unitCents),
  PriceReason: line.reason,
  Discount: money(document.discount),
  DiscountName: line.discountName,
  BenefitItemId: line.benefit?.itemId ?? null,
  BenefitDiscount: money(line.benefit?.cents ?? 0),
  TaxRate: document.taxes.reduce((rate, { percent }) => rate + percentUnits(percent), 0) / 10_000,
  Tax: money(document.tax),
  Amount: money(document.amount - document.discount + document.tax),
})
