import { ADMIN_SCOPE } from '#kernel/contract/scopes'
import { recordShapes } from '#kernel/records/record-shape'
import { hasGrant, type Scope } from '#kernel/tenancy/scope'

/** Ids of entries of the history in the log begin here, so that they differ from those of events. */
const FIRST_ID = 2n ** 52n

/** Parses the id of an entry of the history; undefined for the id of an event. */
export const parseChangeId = (rowId: string): bigint | undefined => {
  const id = BigInt(rowId)
  return id >= FIRST_ID ? id - FIRST_ID : undefined
}

export const FIRST_CHANGE_ID = FIRST_ID.toString()

/** Returns the scope for the history of the records of each entity. Others require `admin`. */
const scopesOfEntities = (): [entity: string, scope: string][] =>
  recordShapes.entries().map(([word, { entity, scope }]) => [entity ?? word, scope])

/** Returns the entities whose history the caller may read; null for all. */
export const listReadableEntities = (scope: Pick<Scope, 'grants'>): string[] | null =>
  hasGrant(scope, ADMIN_SCOPE)
    ? null
    : scopesOfEntities().flatMap(([entity, needed]) => (hasGrant(scope, needed) ? [entity] : []))

/** Returns a kind of record as the history spells it. */
export const spellingOf = (text: string): string =>
  scopesOfEntities().find(([entity]) => entity.toLowerCase() === text.toLowerCase())?.[0] ?? text
