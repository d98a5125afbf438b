import { ADMIN_SCOPE } from '#kernel/contract/scopes'
import { Problem } from '#kernel/errors/problem'
import { type EventOfRecord, findShape } from '#kernel/records/record-shape'
import type { Scope } from '#kernel/tenancy/scope'

const firstWord = (kind: string): string => kind.slice(0, kind.indexOf('.'))

/** The scopes for events whose payload alone shows what few callers may read. */
const SCOPES_WITHOUT_RECORD: ReadonlyMap<string, string> = new Map([['seat', ADMIN_SCOPE]])

/** Returns the scopes that a caller needs to read the records of these events. */
export const scopesOfRecords = (kinds: readonly string[]): string[] => {
  const entities = new Set(kinds.map(firstWord))
  const scopeOf = (entity: string) => findShape(entity)?.scope ?? SCOPES_WITHOUT_RECORD.get(entity)
  return [...new Set([...entities].flatMap((entity) => scopeOf(entity) ?? []))]
}

/**
 * Returns the record of an event in its documented shape, as JSON text; null if it does not exist. It is what a caller
 * with only the scope to read the record gets. It offers no action, because a delivery has no caller.
 */
export const readRecord = async (scope: Scope, event: EventOfRecord): Promise<string | null> => {
  const word = firstWord(event.kind)
  const shape = findShape(word)
  // The webhook was checked for the scope of the event's kind: records of another entity are not read.
  if (!shape || (shape.entity ?? word) !== event.entity) return null
  try {
    return await shape.read({ ...scope, grants: new Set([shape.scope]) }, event.entityId, event)
  } catch (error) {
    if (error instanceof Problem && error.status === 404) return null
    throw error
  }
}
