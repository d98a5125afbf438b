import type { Change } from './change.ts'

/** The rows that each transaction has locked, as JSON, by table and id. */
const rowsBefore = new WeakMap<object, Map<string, string>>()

/** Notes a row that a transaction has locked, before it changes. Of several notes, the first is the row before. */
export const noteRowBefore = (tx: object, table: string, id: number, row: string): void => {
  const rows = rowsBefore.get(tx) ?? new Map<string, string>()
  rowsBefore.set(tx, rows)
  if (!rows.has(`${table} ${id}`)) rows.set(`${table} ${id}`, row)
}

/** Returns the row before a change, once: a second change of the transaction does not list the first again. */
export const takeRowBefore = (tx: object, { row, action }: Change): string | undefined => {
  const name = row && `${row.table} ${row.id}`
  const before = name && rowsBefore.get(tx)?.get(name)
  if (before) rowsBefore.get(tx)?.delete(name)
  return before ?? (row && action === 'created' ? '{}' : undefined)
}
