import { ENTERED_COLUMNS, type EnteredColumns, RECORD_LISTS, type RecordList, type RowOf } from './columns.model.ts'

/** An organization at which an individual has a role. */
export interface Employer {
  id: number
  name: string
  /** Statuses of its memberships that also count for its people. */
  covering: string[]
}

/** What else a contact's row depends on: records of other areas and of other contacts. */
export interface Surroundings {
  category_name: string | null
  primary_contact_name: string | null
  /** The organizations of the contact's roles, without deleted ones. */
  organizations: Employer[]
  /** Roles of an individual, or at an organization, without those whose other side is deleted. */
  role_count: number
  parent_count: number
  child_count: number
  /** Sum of the receivables, two decimals. */
  balance: string
  is_staff: boolean
  membership_statuses: string[]
}

/** A whole contact: what was entered, its own records, and its surroundings. */
export type ContactRecords = {
  id: number
  audit_id: number
  is_deleted: boolean
  merged_into_id: number | null
  entered: EnteredColumns
  surroundings: Surroundings
} & ContactLists

export type ContactLists = { [L in RecordList]: RowOf<L>[] }

const NO_SURROUNDINGS: Surroundings = {
  category_name: null,
  primary_contact_name: null,
  organizations: [],
  role_count: 0,
  parent_count: 0,
  child_count: 0,
  balance: '0.00',
  is_staff: false,
  membership_statuses: [],
}

/** A contact that is not stored yet: version 0, without records. */
export const newRecords = (id: number, entered: EnteredColumns): ContactRecords => ({
  id,
  audit_id: 0,
  is_deleted: false,
  merged_into_id: null,
  entered,
  surroundings: NO_SURROUNDINGS,
  ...(Object.fromEntries(RECORD_LISTS.map((list) => [list, []])) as unknown as ContactLists),
})

/** A country of ISO 3166-1. */
export interface CountryFacts {
  alpha2: string
  name: string
}

export type FieldChanges = Record<string, { old: JsonValue; new: JsonValue }>

type JsonValue = string | number | boolean | null | JsonRow[]
type JsonRow = Record<string, string | number | boolean | null>

/**
 * Compares a contact before and after a change, for the history: fields with their old and new value, and of lists the
 * rows that differ. Empty if nothing changed.
 */
export const changesOf = (before: ContactRecords, after: ContactRecords): FieldChanges => {
  const changes: FieldChanges = {}
  for (const column of ENTERED_COLUMNS) {
    const [old, now] = [before.entered[column], after.entered[column]]
    if (old !== now) changes[column] = { old, new: now }
  }
  for (const list of RECORD_LISTS) {
    const [old, now] = [onlyIn(before[list], after[list]), onlyIn(after[list], before[list])]
    if (old.length > 0 || now.length > 0) changes[list] = { old, new: now }
  }
  return changes
}

/** The rows that the other list does not contain with the same values. */
const onlyIn = (rows: readonly { id: number }[], others: readonly { id: number }[]): JsonRow[] => {
  const known = new Map(others.map((row) => [row.id, JSON.stringify(row)]))
  return rows
    .filter((row) => known.get(row.id) !== JSON.stringify(row))
    .map((row) => ({ ...row }) as unknown as JsonRow)
}
