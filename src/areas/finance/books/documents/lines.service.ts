import type { DocumentLineSaveInput } from '#contract/finance/invoices'
import type { SqlRunner } from '#kernel/database/sql-runner'
import { ruleRefused } from '#kernel/errors/problem'
import { fromUnits } from '#kernel/money/cents'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { Day } from '#kernel/time/calendar'
import { readLineCatalog, type TaxAddress } from './line-catalog.queries.ts'
import { parseLines } from './line-terms.input.ts'
import { addLinesSql, addTaxesSql } from './lines.sql.ts'
import type { AccountRef } from './postings.model.ts'
import type { DocumentLine } from './pricing.model.ts'

/** How the lines of a document are taxed, and whether their prices can be negative: in an invoice. */
interface LineTaxing {
  isTaxExempt: boolean
  address: TaxAddress | null
  allowsNegative?: boolean
}

/**
 * Requires that lines with negative prices only reduce others: what is owed without tax, and each tax rate, are at least 0.
 *
 * @throws 422 books-rule.
 */
const requireNotNegative = (lines: readonly DocumentLine[]): void => {
  const rates = new Map<string, number>()
  for (const { name, percent, cents } of lines.flatMap(({ taxes }) => taxes))
    rates.set(`${name} ${percent} %`, (rates.get(`${name} ${percent} %`) ?? 0) + cents)
  const net = lines.reduce((sum, { amount, discount }) => sum + amount - discount, 0)
  const negative = [...rates].filter(([, cents]) => cents < 0).map(([name]) => `the tax ${name}`)
  const faults = [...(net < 0 ? ['the sum without tax'] : []), ...negative].map((what) => ({
    pointer: '/Lines',
    message: `must not be negative in all: ${what} is`,
  }))
  if (faults.length > 0) throw ruleRefused('books-rule', 'The lines with negative prices exceed the others.', faults)
}

/**
 * Parses the lines of a new document with the records that they reference, and computes their amounts.
 *
 * @param billed how the contact that is billed is taxed, and the address that decides which tax sets apply.
 * @throws 422 books-rule, unknown-reference.
 */
export const resolveLines = async (
  scope: Scope,
  tx: Transaction,
  sent: readonly DocumentLineSaveInput[] | null | undefined,
  on: Day,
  { isTaxExempt, address, allowsNegative = false }: LineTaxing,
): Promise<DocumentLine[]> => {
  if (!sent || sent.length === 0) {
    const fault = { pointer: '/Lines', message: 'must contain at least one line' }
    throw ruleRefused('books-rule', 'The document has no lines.', [fault])
  }
  const catalog = await readLineCatalog(scope, tx, sent, address)
  const context = { catalog, on, includesTax: scope.tenant.pricesIncludeTax, isTaxExempt, allowsNegative }
  const lines = parseLines(sent, context)
  requireNotNegative(lines)
  return lines
}

export type { DocumentLine }

/** Adds the lines of a document and their taxes, in order. */
export const addLines = async (
  tx: SqlRunner,
  tenantId: number,
  document: 'invoice' | 'credit',
  documentId: number,
  lines: readonly DocumentLine[],
): Promise<void> => {
  const rows = lines.map((line, at) => ({ position: at + 1, ...rowOf(line) }))
  const taxes = lines.flatMap((line, at) =>
    line.taxes.map(({ name, percent, cents }, rate) => ({ line: at + 1, position: rate + 1, name, percent, cents })),
  )
  const added = tx.rows(addLinesSql[document]({ tenantId, documentId, lines: JSON.stringify(rows) }))
  const taxed =
    taxes.length > 0 && tx.rows(addTaxesSql[document]({ tenantId, documentId, lines: JSON.stringify(taxes) }))
  await Promise.all([added, taxed])
}

const rowOf = (line: DocumentLine) => ({
  fee_item_id: line.feeItemId,
  description: line.description,
  quantity: fromUnits(line.quantity),
  unit_cents: line.unitCents,
  amount: line.amount,
  discount_id: line.discountId,
  discount: line.discount,
  tax_set_id: line.taxSetId,
  tax: line.tax,
  class_id: line.classId,
  service_on: line.serviceOn,
  ...refOf(line.account, 'account_id', 'role'),
  ...(line.discount > 0 && refOf(line.discountAccount ?? 'discounts', 'discount_account_id', 'discount_role')),
})

const refOf = (account: AccountRef, id: string, role: string) => ({
  [typeof account === 'number' ? id : role]: account,
})

/** Makes a line without discount and tax: what memberships invoice. */
export const makePlainLine = (line: { description: string; cents: number; account: AccountRef }): DocumentLine => ({
  feeItemId: null,
  description: line.description,
  quantity: 10_000,
  unitCents: line.cents,
  amount: line.cents,
  discountId: null,
  discount: 0,
  discountAccount: null,
  taxSetId: null,
  tax: 0,
  taxes: [],
  account: line.account,
  classId: null,
  serviceOn: null,
})
