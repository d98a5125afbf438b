import type { MatchKind } from '#areas/people/contacts/imports/import-matches.queries'
import type { RowKeys } from '../rows/row-context.model.ts'

/** The keys by which a row finds its contact. */
export const keysOf = (kind: MatchKind, keys: RowKeys): string[] => {
  if (kind === 'Email') return keys.emails
  const one = kind === 'AccountNumber' ? keys.accountNumber : keys.contactId
  return one === undefined ? [] : [String(one)]
}

/**
 * Divides rows into waves: rows of one contact follow each other in the order of the file, so that each finds what the
 * earlier one has written.
 */
export const wavesOf = <T>(rows: readonly T[], keysOfRow: (row: T) => readonly string[]): T[][] => {
  const waves: T[][] = []
  const next = new Map<string, number>()
  for (const row of rows) {
    const keys = keysOfRow(row)
    const at = Math.max(0, ...keys.map((key) => next.get(key) ?? 0))
    for (const key of keys) next.set(key, at + 1)
    const wave = waves[at]
    if (wave) wave.push(row)
    else waves[at] = [row]
  }
  return waves
}
