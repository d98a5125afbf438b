import type { DocumentLineSaveInput } from '#contract/finance/invoices'
import { ruleRefused } from '#kernel/errors/problem'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { Day } from '#kernel/time/calendar'
import { readLineCatalog, type TaxAddress } from './line-catalog.queries.ts'
import { parseLines } from './line-terms.input.ts'
import type { DocumentLine } from './lines.service.ts'

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
  { isTaxExempt, address }: { isTaxExempt: boolean; address: TaxAddress | null },
): Promise<DocumentLine[]> => {
  if (!sent || sent.length === 0) {
    const fault = { pointer: '/Lines', message: 'must contain at least one line' }
    throw ruleRefused('books-rule', 'The document has no lines.', [fault])
  }
  const catalog = await readLineCatalog(scope, tx, sent, address)
  return parseLines(sent, { catalog, on, includesTax: scope.tenant.pricesIncludeTax, isTaxExempt })
}
