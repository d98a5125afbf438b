import type { SyncedContact } from '#areas/people/contacts/synced-fields/synced-fields.queries'

export type ChangeType = 'Create' | 'Update' | 'Move' | 'Delete' | 'Drop' | 'Return'

/** The parts of a contact of which the national registry gets the changes. */
export type Tag = 'name' | 'address' | 'email' | 'phone' | 'office' | 'membership'

const ADDRESS = /^(Physical|Mailing)/
const PHONE = /(Phone|Fax|Extension)$/

const TAGS: readonly { tag: Tag; covers: (field: string) => boolean }[] = [
  { tag: 'name', covers: (field) => NAMES.has(field) },
  { tag: 'address', covers: (field) => ADDRESS.test(field) },
  { tag: 'email', covers: (field) => field === 'Email' },
  { tag: 'phone', covers: (field) => PHONE.test(field) },
  { tag: 'office', covers: (field) => field === 'ParentNationalId' || field === 'PlatformParentId' },
  { tag: 'membership', covers: (field) => field === 'Status' || field === 'Affiliation' },
]

const NAMES = new Set(['Name', 'FirstName', 'LastName', 'MiddleInitial', 'InformalFirstName', 'Title', 'Suffix'])

/** Fields that follow from other records: they change without a change of the contact. */
const DERIVED = new Set(['ParentAgency', 'PlatformID'])

/** Returns whether a contact is sent: Active or Courtesy. */
export const isCounted = (contact: SyncedContact | null): boolean =>
  contact?.Status === 'Active' || contact?.Status === 'Courtesy'

export const findChangedFields = (before: SyncedContact | null, after: SyncedContact | null): string[] => {
  const old = new Map(Object.entries(before ?? {}))
  const now = new Map(Object.entries(after ?? {}))
  return [...new Set([...old.keys(), ...now.keys()])].filter(
    (field) => !DERIVED.has(field) && (old.get(field) ?? null) !== (now.get(field) ?? null),
  )
}

/** Returns the parts that contain any of the fields. */
export const tagsOf = (fields: readonly string[]): Tag[] =>
  TAGS.filter(({ covers }) => fields.some(covers)).map(({ tag }) => tag)

/**
 * Returns what a change is to those that know the contact only from the sync.
 *
 * @param after null: the contact is deleted.
 */
export const changeTypeOf = (before: SyncedContact | null, after: SyncedContact | null): ChangeType => {
  if (after === null) return 'Delete'
  if (before === null) return 'Create'
  if (isCounted(before) && !isCounted(after)) return 'Drop'
  return !isCounted(before) && isCounted(after) ? 'Return' : 'Update'
}
