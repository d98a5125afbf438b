import type { SqlRunner } from '#kernel/database/sql-runner'
import { fromCents } from '#kernel/money/cents'
import type { Models } from '#kernel/tenancy/tenant-db'
import { dateOf } from '#kernel/time/day'
import { nextNumberSql } from './receivables.sql.ts'

/** The effect of a document on the amount that a contact owes. */
export interface Posting {
  contactId: number
  kind: 'invoice' | 'payment'
  /** Positive if the contact owes more, negative if less. */
  cents: number
  postedOn: string
  /** INV-12, PAY-7. */
  reference: string
}

/** Posts a receivable entry. Every change of what a contact owes is posted here. */
export const postReceivable = async (tx: Models, tenantId: number, posting: Posting): Promise<void> => {
  const { contactId, kind, cents, postedOn, reference } = posting
  await tx.receivableEntry.createMany({
    data: [{ tenantId, contactId, kind, amount: fromCents(cents), postedOn: dateOf(postedOn), reference }],
  })
}

/**
 * Returns the next number of a series. The series stays locked until the transaction ends, and a rollback releases the
 * number: no gaps and no duplicates, but a tenant's documents are numbered one transaction at a time. Call it late in
 * the transaction.
 */
export const createNumber = async (tx: SqlRunner, tenantId: number, series: 'invoice' | 'payment'): Promise<number> => {
  const [row] = await tx.rows<{ number: number }>(nextNumberSql(tenantId, series))
  if (!row) throw new Error(`The number series "${series}" returned no number`)
  return row.number
}
