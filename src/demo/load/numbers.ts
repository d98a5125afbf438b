import type pg from 'pg'
import type { DemoContact } from '../generate/world.ts'

const SERIES = { invoice: 'INV', payment: 'PAY' } as const
type Series = keyof typeof SERIES

/**
 * Assigns numbers to the documents of contacts. They are allocated in bulk outside the loading transaction, so that two
 * loaders do not wait for each other. A killed load leaves a gap.
 */
export const numberDocuments = async (
  client: pg.Client,
  tenantId: number,
  contacts: readonly DemoContact[],
): Promise<void> => {
  for (const [series, prefix] of Object.entries(SERIES) as [Series, string][]) {
    const documents = contacts.flatMap(({ attachments }) => attachments.filter(({ table }) => table === series))
    if (documents.length === 0) continue
    let number = await takeNumbers(client, tenantId, series, documents.length)
    for (const { row, entry } of documents) {
      row.number = number
      if (entry) entry.reference = `${prefix}-${number}`
      number++
    }
  }
}

/** Allocates consecutive numbers and returns the first. */
const takeNumbers = async (client: pg.Client, tenantId: number, series: Series, count: number): Promise<number> => {
  const { rows } = await client.query<{ first: number }>(
    `INSERT INTO number_series AS s (tenant_id, name, next) VALUES ($1, $2, 1 + $3::int)
     ON CONFLICT (tenant_id, name) DO UPDATE SET next = s.next + $3::int RETURNING s.next - $3::int AS first`,
    [tenantId, series, count],
  )
  if (!rows[0]) throw new Error(`The series "${series}" returned no number`)
  return rows[0].first
}
