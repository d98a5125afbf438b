import type { Filter, Leaf, Literal } from '#kernel/listing/filter'
import { findMergedFamily } from '#kernel/records/merged-contacts'
import type { Scope } from '#kernel/tenancy/scope'

const CONTACT = 'contact'
const KEY_FIELDS: ReadonlySet<string> = new Set(['entityprimarykey', 'entityid'])

/**
 * Extends tests of the key of a contact to the ids of the contacts that were merged into it, whose events and changes keep
 * them. The id of a merged contact means the same contact.
 */
export const withMergedKeys = async (scope: Pick<Scope, 'db'>, filter: Filter): Promise<Filter> => {
  if (filter.op === 'not') return { op: 'not', part: await withMergedKeys(scope, filter.part) }
  if (filter.op === 'or') return { op: 'or', parts: await extendAll(scope, filter.parts) }
  if (filter.op !== 'and') return filter
  const parts = await extendAll(scope, filter.parts)
  if (!parts.some(isOfContacts)) return { op: 'and', parts }
  return { op: 'and', parts: await Promise.all(parts.map((part) => extendKey(scope, part))) }
}

const extendAll = (scope: Pick<Scope, 'db'>, parts: readonly Filter[]): Promise<Filter[]> =>
  Promise.all(parts.map((part) => withMergedKeys(scope, part)))

const isOfContacts = (part: Filter): boolean =>
  part.op === 'eq' &&
  part.field.toLowerCase() === 'entityprimarytype' &&
  part.value.kind === 'text' &&
  part.value.text.toLowerCase() === CONTACT

const extendKey = async ({ db }: Pick<Scope, 'db'>, part: Filter): Promise<Filter> => {
  if (!isKeyTest(part)) return part
  const literals = part.op === 'in' ? part.values : [part.value]
  const ids = literals.flatMap((literal) =>
    'text' in literal && /^\d{1,10}$/.test(literal.text) ? Number(literal.text) : [],
  )
  const family = await findMergedFamily(db, db.tenantId, ids)
  const kind = literals[0]?.kind === 'number' ? 'number' : 'text'
  const known = new Set(literals.flatMap((literal) => ('text' in literal ? literal.text : [])))
  const merged = family.filter((id) => !known.has(String(id))).map((id): Literal => ({ kind, text: String(id) }))
  return merged.length === 0 ? part : { op: 'in', field: part.field, values: [...literals, ...merged] }
}

type KeyTest = Extract<Leaf, { op: 'in' }> | (Extract<Leaf, { value: Literal }> & { op: 'eq' })

const isKeyTest = (part: Filter): part is KeyTest =>
  (part.op === 'eq' || part.op === 'in') && KEY_FIELDS.has(part.field.toLowerCase())
