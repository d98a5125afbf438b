import { createHash } from 'node:crypto'
import pg from 'pg'

/** A statement of the product, and what it returned when it was recorded. */
export interface Step {
  name: string
  text: string
  values: readonly unknown[]
  cells: readonly string[]
}

/** Ids are larger; counts, days and amounts are kept as they were recorded. */
const SMALLEST_ID = 1000

/** The statements that any connection sends during `work`, without those that set the tenant of a connection. */
export const recordSteps = async (work: () => Promise<unknown>): Promise<Step[]> => {
  const steps: Promise<Step>[] = []
  const query: (...args: unknown[]) => unknown = pg.Client.prototype.query
  const recording = function (this: pg.Client, ...args: unknown[]): unknown {
    const sent = query.apply(this, args)
    const { text, values = [] } = typeof args[0] === 'string' ? { text: args[0] } : (args[0] as pg.QueryConfig)
    if (sent instanceof Promise && !/^(begin|commit)|set_config|guildhall\./i.test(text))
      steps.push(sent.then(({ rows }) => ({ name: nameOf(text), text, values, cells: cellsOf(rows) })))
    return sent
  }
  Object.assign(pg.Client.prototype, { query: recording })
  try {
    await work()
  } finally {
    Object.assign(pg.Client.prototype, { query })
  }
  return Promise.all(steps)
}

const nameOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32)

const cellsOf = (rows: readonly object[]): string[] => rows.flatMap((row) => Object.values(row).map(String))

/**
 * Repeats the statements in one transaction. `ids` are the recorded ids with those of this request, and receives those of
 * the new records. Returns the document that the statements read as JSON; empty if they read none.
 */
export const repeat = async (pool: pg.Pool, steps: readonly Step[], ids: Map<string, string>): Promise<string> => {
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    let document = ''
    for (const { name, text, values, cells } of steps) {
      const { rows } = await client.query({ name, text, values: values.map((value) => replaced(value, ids)) })
      const returned = cellsOf(rows)
      for (const [at, cell] of cells.entries())
        if (/^\d+$/.test(cell) && Number(cell) >= SMALLEST_ID) ids.set(cell, returned[at] ?? cell)
      // The read of the document is the last statement that returns JSON.
      document = returned.find((cell) => cell.startsWith('{')) ?? document
    }
    await client.query('COMMIT')
    client.release()
    return document
  } catch (error) {
    client.release(true)
    throw error
  }
}

/** Returns a value with the recorded ids replaced. */
export const replaced = (value: unknown, ids: ReadonlyMap<string, string>): unknown => {
  if (typeof value === 'number' || typeof value === 'bigint') return ids.get(String(value)) ?? value
  if (typeof value === 'string') return value.replace(/\d{4,}/g, (found) => ids.get(found) ?? found)
  if (Array.isArray(value)) return value.map((item) => replaced(item, ids))
  return value
}
