import type { Operation } from '../contract/schema.ts'
import { notFound } from '../errors/problem.ts'
import { findLargestId } from './ids-as-text.ts'

/**
 * Returns the check of the ids in a path that are text: no record has one beyond the range of its column, and PostgreSQL
 * would not read it. Undefined if the path has none. The check throws 404. Ids that are numbers have a format with a range.
 */
export const pathIdCheckOf = ({ schema }: Operation): ((params: unknown) => void) | undefined => {
  const properties = Object.entries<{ pattern?: string }>(schema.params?.properties ?? {})
  const ids = properties.flatMap(([name, { pattern = '' }]) => {
    const largest = findLargestId(pattern)
    return largest === undefined ? [] : [{ name, largest }]
  })
  if (ids.length === 0) return undefined
  return (params) => {
    const values = new Map(Object.entries(params as Record<string, string>))
    if (ids.some(({ name, largest }) => BigInt(values.get(name) ?? 0) > largest)) throw notFound('record')
  }
}
