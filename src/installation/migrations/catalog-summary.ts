import { createHash } from 'node:crypto'
import { type CatalogObject, comparable } from './catalog.ts'

/**
 * Returns a catalog in a form that is short enough to be kept with a migration: a line for each subject, with the hash of each
 * of its parts.
 */
export const summarizeCatalog = (objects: readonly CatalogObject[]): string =>
  [...summaryOf(objects)]
    .map(([subject, parts]) => {
      const hashes = [...parts].map(([part, hash]) => `${part} ${hash}`)
      return `${subject}\t${hashes.join(', ')}\n`
    })
    .join('')

/** Names the parts that differ from a summary. A subject that only the catalog has belongs to the operator. */
export const compareWithSummary = (summary: string, objects: readonly CatalogObject[]): string[] => {
  const found = summaryOf(objects)
  return readSummary(summary).flatMap(([subject, expected]) => {
    const own = found.get(subject)
    if (own === undefined) return [`${subject} is missing`]
    const parts = [...new Set([...expected.keys(), ...own.keys()])]
    return parts.filter((part) => expected.get(part) !== own.get(part)).map((part) => `the ${part} of ${subject}`)
  })
}

/** Operators may tune the storage of tables, and each start corrects the owners of functions (database/function-owners.ts). */
const LEFT_OUT = ['storage', 'owner']

type Parts = Map<string, string>

const readSummary = (summary: string): [subject: string, Parts][] =>
  summary
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [subject = '', parts = ''] = line.split('\t')
      return [subject, new Map(parts.split(', ').map((part) => [part.slice(0, -9), part.slice(-8)]))]
    })

const summaryOf = (objects: readonly CatalogObject[]): Map<string, Parts> => {
  const subjects = new Map<string, Map<string, string[]>>()
  for (const object of objects.filter(({ part }) => !LEFT_OUT.includes(part))) {
    const parts = subjects.get(object.subject) ?? new Map<string, string[]>()
    parts.set(object.part, [...(parts.get(object.part) ?? []), `${object.name}\0${comparable(object)}`])
    subjects.set(object.subject, parts)
  }
  return new Map(
    [...subjects].map(([subject, parts]) => [
      subject,
      new Map([...parts].map(([part, texts]) => [part, hashOf(texts)])),
    ]),
  )
}

const hashOf = (texts: readonly string[]): string =>
  createHash('sha256').update(texts.join('\0\0')).digest('hex').slice(0, 8)
