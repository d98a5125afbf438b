import { fromCents } from '#kernel/money/cents'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { dateOf } from '#kernel/time/day'

/** What a document does to what a contact owes. */
export interface Posting {
  contactId: number
  kind: 'invoice' | 'payment'
  /** More owed (positive) or less (negative). */
  cents: number
  postedOn: string
  /** INV-12, PAY-7. */
  reference: string
}

/** Every change of what a contact owes goes through here: the place where double entry will join in. */
export const post = async (tx: Transaction, tenantId: number, posting: Posting): Promise<void> => {
  const { contactId, kind, cents, postedOn, reference } = posting
  await tx.receivableEntry.createMany({
    data: [{ tenantId, contactId, kind, amount: fromCents(cents), postedOn: dateOf(postedOn), reference }],
  })
}

/**
 * The next number of a series. The row stays locked until the transaction ends, and a rollback takes the number back:
 * neither gaps nor doubles, at the price that a tenant's documents are numbered one transaction at a time. So take it
 * late.
 */
export const nextNumber = async (tx: Transaction, tenantId: number, name: 'invoice' | 'payment'): Promise<number> => {
  const [row] = await tx.$queryRaw<{ taken: number }[]>`
    insert into number_series as s (tenant_id, name, next) values (${tenantId}, ${name}, 2)
    on conflict (tenant_id, name) do update set next = s.next + 1 returning s.next - 1 as taken`
  if (!row) throw new Error(`The series "${name}" gave no number`)
  return row.taken
}
