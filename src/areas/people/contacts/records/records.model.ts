import type { ValueInput } from '#areas/people/custom-fields/values/values.service'
import { findChangedFieldName } from './changed-fields.model.ts'
import {
  ENTERED_COLUMNS,
  type EnteredColumns,
  makeBlankContact,
  mapLists,
  RECORD_LISTS,
  type RecordList,
  type RowOf,
} from './columns.model.ts'

/** An organization at which an individual has a role. */
export interface Employer {
  id: number
  name: string
  /** Statuses of its memberships that also count for its people. */
  covering: string[]
}

/** The other records that a contact's row depends on: records of other areas and of other contacts. */
export interface Surroundings {
  categoryName: string | null
  primaryContactName: string | null
  /** The organizations of the contact's roles, without deleted ones. */
  organizations: Employer[]
  /** Roles of an individual, or at an organization, without those whose other side is deleted. */
  roleCount: number
  parentCount: number
  childCount: number
  /** Sum of the receivables, two decimals. */
  balance: string
  isStaff: boolean
  /** Whether a membership has not ended. */
  hasMembership: boolean
  membershipStatuses: string[]
}

/** A whole contact: what was entered, its own records, and its surroundings. */
export type ContactRecords = {
  id: number
  auditId: number
  isDeleted: boolean
  mergedIntoId: number | null
  entered: EnteredColumns
  surroundings: Surroundings
} & ContactLists

export type ContactLists = { [L in RecordList]: RowOf<L>[] }

const NO_SURROUNDINGS: Surroundings = {
  categoryName: null,
  primaryContactName: null,
  organizations: [],
  roleCount: 0,
  parentCount: 0,
  childCount: 0,
  balance: '0.00',
  isStaff: false,
  hasMembership: false,
  membershipStatuses: [],
}

/** Returns a contact that is not stored yet: version 0, without records. */
export const makeNewRecords = (id: number, entered: EnteredColumns): ContactRecords => ({
  id,
  auditId: 0,
  isDeleted: false,
  mergedIntoId: null,
  entered,
  surroundings: NO_SURROUNDINGS,
  ...mapLists<ContactLists>(() => []),
})

/** Returns a contact that is not stored yet, with nothing entered. */
export const makeBlankRecords = (id: number, systemTypeId: 1 | 2): ContactRecords =>
  makeNewRecords(id, makeBlankContact(systemTypeId))

/** A country of ISO 3166-1. */
export interface CountryFacts {
  alpha2: string
  name: string
}

export type FieldChanges = Record<string, { old: JsonValue; new: JsonValue }>

type JsonValue = string | number | boolean | null | JsonRow[]
type JsonRow = Record<string, string | number | boolean | null>
type StoredRow = JsonRow & { id: number }

/**
 * Compares a contact before and after a change, for the history: documented fields with their old and new value, and of lists the
 * rows that differ. Empty if nothing changed.
 */
export const changesOf = (before: ContactRecords, after: ContactRecords): FieldChanges => {
  const changes: FieldChanges = {}
  for (const column of ENTERED_COLUMNS) {
    const old = before.entered[column]
    const now = after.entered[column]
    if (old !== now) changes[findChangedFieldName(column)] = { old, new: now }
  }
  for (const list of RECORD_LISTS) {
    if (before[list].length === 0 && after[list].length === 0) continue
    const old = onlyIn(before[list], after[list])
    const now = onlyIn(after[list], before[list])
    if (old.length > 0 || now.length > 0) changes[findChangedFieldName(list)] = { old, new: now }
  }
  return changes
}

/** Returns the rows that the other list does not contain with the same values. */
const onlyIn = (rows: readonly StoredRow[], others: readonly StoredRow[]): JsonRow[] => {
  if (others.length === 0) return [...rows]
  const known = new Map(others.map((row) => [row.id, JSON.stringify(row)]))
  return rows.filter((row) => known.get(row.id) !== JSON.stringify(row))
}

/** A parsed request to save a contact, checked as far as that is possible without the database. */
export interface ContactDraft {
  /** Whether the contact is saved although it may be a duplicate. */
  forceSave: boolean
  /** The columns that the request sets. */
  entered: Partial<EnteredColumns>
  infos: InfoDraft[]
  addresses: AddressDraft[]
  roles: RoleDraft[]
  designations: ItemDraft<RowOf<'designations'>>[]
  parents: ItemDraft<RowOf<'parents'>>[]
  customFields: ValueInput[]
}

/** An item of a nested list. */
export interface ItemDraft<R> {
  /** JSON pointer of the item in the request. */
  pointer: string
  /** 0 adds. */
  id: number
  isDeleted: boolean
  /** The version that the caller has read; 0 is not checked. */
  auditId: number
  /** The columns that the request sets. */
  row: Partial<R>
}

interface InfoBase<K extends string, R> extends ItemDraft<R> {
  kind: K
  isPrimary: boolean
}

export type InfoDraft =
  | InfoBase<'email', RowOf<'emails'>>
  | InfoBase<'phone', RowOf<'phones'>>
  | InfoBase<'website', RowOf<'websites'>>

export interface AddressDraft extends ItemDraft<RowOf<'addresses'>> {
  /** The id of an existing postal address to share, or 0. */
  sharedId: number
  sharedAuditId: number
  postal: Partial<Omit<RowOf<'places'>, 'id' | 'audit_id' | 'source_contact_id'>>
}

export interface RoleDraft extends ItemDraft<RowOf<'roles'>> {
  /** Whether the individual becomes the primary contact of the organization; undefined changes nothing. */
  isPrimaryContact: boolean | undefined
}

/** Returns a draft that sets only columns of the contact itself. */
export const draftOf = (entered: Partial<EnteredColumns>, forceSave: boolean): ContactDraft => ({
  forceSave,
  entered,
  infos: [],
  addresses: [],
  roles: [],
  designations: [],
  parents: [],
  customFields: [],
})
