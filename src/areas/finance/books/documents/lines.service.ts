import type { SqlRunner } from '#kernel/database/sql-runner'
import { fromUnits } from '#kernel/money/cents'
import { addLinesSql, addTaxesSql } from './lines.sql.ts'
import type { AccountRef, PostedLine } from './postings.model.ts'
import type { LineAmounts } from './pricing.model.ts'

/** A line of an invoice or credit, with its amounts in cents. */
export interface DocumentLine extends PostedLine {
  feeItemId: number | null
  description: string
  /** In ten-thousandths. */
  quantity: number
  unitCents: number
  discountId: number | null
  taxSetId: number | null
  taxes: LineAmounts['taxes']
  serviceOn: string | null
}

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

/** A line without discount and tax: what memberships invoice. */
export const plainLine = (line: { description: string; cents: number; account: AccountRef }): DocumentLine => ({
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
