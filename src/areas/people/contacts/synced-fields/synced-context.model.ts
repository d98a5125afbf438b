import type { InputFaults } from '#kernel/errors/input-faults'
import { type FieldFault, Problem } from '#kernel/errors/problem'
import type { ParseContext } from '../contacts.input.ts'
import {
  ADDRESS_FIELDS,
  PHONE_FIELDS,
  SOCIAL_FIELDS,
  type SyncedContact,
  type SyncedText,
} from './synced-fields.model.ts'

/** The fields that a transaction sets. Null clears a field. */
export type SyncedChanges = Partial<Pick<SyncedContact, SyncedText>>

/** The facts that a draft of synced fields depends on besides the records. */
export interface SyncedContext extends ParseContext {
  pointer: string
  /** Today in the tenant's time zone. */
  today: string
  /** Organizations with a number at the national body, of those that the contact belongs to. */
  nationalParents: ReadonlySet<number>
}

/** Returns the pointer of a field. */
export const pointTo = ({ pointer }: SyncedContext, field: string) => `${pointer}/${field}`

/** Returns an item of a list that a draft changes; id 0 adds. */
export const makeItem = (id: number, isDeleted = false) => ({ pointer: '', id, isDeleted, auditId: 0 })

/** Removes blank texts. */
export const trimGiven = (value: string | null): string | null => value?.trim() || null

/** Parses a text, and reports one that cannot be parsed. */
export const parseGiven = <T>(
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

/** The synced fields of the documented lists of a contact. */
const LISTS: ReadonlyMap<string, (field: string) => boolean> = new Map([
  ['/ContactList', (field: string) => CONTACT_INFOS.has(field)],
  ['/ContactInfos', (field: string) => CONTACT_INFOS.has(field)],
  ['/Addresses', (field: string) => ADDRESS_FIELDS.some(({ prefix }) => field.startsWith(prefix))],
  ['/ContactDesignations', (field: string) => field === 'Designation'],
  ['/OrganizationsAndRoles', (field: string) => field === PARENT],
  ['/ParentOrganizations', (field: string) => field === PARENT],
])

const PARENT = 'ParentNationalId'
const CONTACT_INFOS: ReadonlySet<string> = new Set<SyncedText>([
  ...(['Email', 'URL'] as const),
  ...PHONE_FIELDS.map(({ field }) => field),
  ...SOCIAL_FIELDS.map(({ field }) => field),
])

/**
 * Returns the refusal of a save with the pointers of the synced fields that were sent. Other errors are returned unchanged.
 *
 * @param pointer begins the pointers.
 * @param sent the names of the fields that were sent.
 */
export const replacePointers = (error: unknown, pointer: string, sent: readonly string[]): unknown => {
  if (!(error instanceof Problem) || error.status !== 422) return error
  const { status, code, message, headers, extensions } = error
  const errors = error.errors.flatMap((fault) => syncedFaults(fault, pointer, sent))
  return new Problem(status, code, message, { errors, headers, extensions, cause: error })
}

const syncedFaults = (fault: FieldFault, pointer: string, sent: readonly string[]): FieldFault[] => {
  const covers = LISTS.get(fault.pointer)
  if (!covers) return [fault]
  return sent.filter(covers).map((field) => ({ pointer: `${pointer}/${field}`, message: messageOf(fault) }))
}

// A list that is too long is one of the contact, which the transaction does not contain.
const messageOf = ({ message }: FieldFault): string =>
  message.startsWith('must have at most') ? `adds to a list of the contact that ${message}` : 'must not be a descendant'
