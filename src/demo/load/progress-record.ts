import type pg from 'pg'

/** Ordinals from..to, the end not included. */
export interface Range {
  from: number
  to: number
}

/** The record of the loaded parts of a tenant's demonstration, a setting of the installation. */
const keyOf = (tenantId: number): string => `demo:${tenantId}`

/** The loaded ranges, ordered and joined. */
export const loadedRanges = async (client: pg.Client, tenantId: number): Promise<Range[]> => {
  const { rows } = await client.query<{ value: string }>('SELECT value FROM setting WHERE key = $1', [keyOf(tenantId)])
  const ranges = (rows[0]?.value ?? '')
    .split(',')
    .filter(Boolean)
    .map((text) => {
      const [from = 0, to = 0] = text.split('-').map(Number)
      return { from, to }
    })
  return joined(ranges)
}

/** Records a range in the transaction that loads it, so that it is complete or absent. */
export const noteLoaded = async (client: pg.Client, tenantId: number, { from, to }: Range): Promise<void> => {
  await client.query(
    `INSERT INTO setting AS s (key, value) VALUES ($1, $2)
     ON CONFLICT (key) DO UPDATE SET value = s.value || ',' || excluded.value`,
    [keyOf(tenantId), `${from}-${to}`],
  )
}

const joined = (ranges: readonly Range[]): Range[] => {
  const result: Range[] = []
  for (const range of [...ranges].sort((a, b) => a.from - b.from)) {
    const last = result.at(-1)
    if (last && range.from <= last.to) last.to = Math.max(last.to, range.to)
    else result.push({ ...range })
  }
  return result
}

/** The missing ranges of 0..count, of at most `size`, which begin and end at blocks. */
export const missingRanges = (loaded: readonly Range[], count: number, size: number): Range[] => {
  const gaps: Range[] = []
  let at = 0
  for (const range of [...loaded, { from: count, to: count }]) {
    for (; at < Math.min(range.from, count); at = Math.min(at + size, range.from, count))
      gaps.push({ from: at, to: Math.min(at + size, range.from, count) })
    at = Math.max(at, range.to)
  }
  return gaps
}
