import type { InputFaults } from '#kernel/errors/input-faults'
import type { ParseContext } from '../contacts.input.ts'
import type { SyncedContact, SyncedText } from './synced-fields.model.ts'

/** The fields that a transaction sets. Null clears a field. */
export type SyncedChanges = Partial<Pick<SyncedContact, SyncedText>>

/** What a draft of synced fields depends on besides the records. */
export interface SyncedContext extends ParseContext {
  pointer: string
  /** Today in the tenant's time zone. */
  today: string
  /** Organizations with a number at the national body, of those that the contact belongs to. */
  nationalParents: ReadonlySet<number>
}

/** The pointer of a field. */
export const at = ({ pointer }: SyncedContext, field: string) => `${pointer}/${field}`

/** An item of a list that a draft changes; id 0 adds. */
export const part = (id: number, isDeleted = false) => ({ pointer: '', id, isDeleted, auditId: 0 })

/** Removes blank texts. */
export const given = (value: string | null): string | null => value?.trim() || null

/** Parses a text, and reports one that cannot be parsed. */
export const parsed = <T>(
  text: string,
  parse: (text: string) => T | null,
  { faults }: { faults: InputFaults },
  pointer: string,
  what: string,
): T | undefined => {
  const value = parse(text)
  if (value === null) faults.malformed(pointer, `must be ${what}`)
  return value ?? undefined
}
