import { expect } from 'vitest'
import type { Listing } from '#kernel/listing/listing'
import type { TestCaller } from '../build-app.ts'

type Value = string | number | boolean | null
type Row = Record<string, Value>

/**
 * Checks that a list filters and orders by the values that its rows show: for each field of the listing that the rows
 * contain, and for each of its values. Rows that differ in every field show that no two fields are confused.
 *
 * @param within the filter of the rows, which must not be on more than one page.
 * @param same the fields that have the same value in all rows.
 */
export const expectFieldsAgree = async (
  caller: TestCaller,
  path: string,
  { fields }: Pick<Listing, 'fields'>,
  within: string,
  same: readonly string[] = [],
): Promise<void> => {
  const read = async (query: Record<string, string>): Promise<Row[]> => {
    const answer = await caller.get(`${path}?${new URLSearchParams(query)}`)
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json().Results
  }
  const rows = await read({ $filter: within })
  for (const [name, { order }] of Object.entries(fields)) {
    const values = new Set(rows.flatMap(({ [name]: value }) => (value === undefined ? [] : [value])))
    if (!same.includes(name)) expect(values.size, `different values of ${name}`).not.toBe(1)
    for (const value of values) {
      const found = await read({ $filter: `${within} and ${name} eq ${literal(value)}` })
      expect(found, `${name} eq ${value}`).toEqual(rows.filter((row) => row[name] === value))
    }
    if (!order || values.size === 0) continue
    const ascending = [...rows.map((row) => row[name] ?? null)].sort(compare)
    const shown = async ($orderby: string) => (await read({ $filter: within, $orderby })).map((row) => row[name])
    expect(await shown(name), name).toEqual(ascending)
    expect(await shown(`${name} desc`), `${name} desc`).toEqual(ascending.reverse())
  }
}

const literal = (value: Value): string =>
  typeof value === 'string' && !/^\d{4}-\d\d-\d\d/.test(value) ? `'${value.replaceAll("'", "''")}'` : String(value)

/** Rows without a value come first; texts are ordered without regard to case. */
const compare = (a: Value, b: Value): number => {
  const [one, other] = [a, b].map((value) => (typeof value === 'string' ? value.toLowerCase() : value))
  if (one == null || other == null) return Number(one != null) - Number(other != null)
  return Number(one > other) - Number(one < other)
}
