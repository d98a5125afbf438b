import { type EnteredColumns, makeBlankContact } from '#areas/people/contacts/records/columns.model'
import { type ContactRecords, makeNewRecords } from '#areas/people/contacts/records/records.model'
import type { NumberedTable } from '../ids.ts'
import type { Lookups } from '../lookups.ts'

/** The data for every generated contact. */
export interface World {
  tenantId: number
  lookups: Lookups
  defaultStatusId: number
  /** Contacts that are members of staff. */
  staffContactIds: readonly number[]
  /** The chapters of the demonstration. */
  chapters: readonly DemoChapter[]
  /** Midnight (UTC) of the day to which all other days are related, in milliseconds. */
  today: number
  nextId(table: NumberedTable): number
}

/** A chapter with the group and directory of its contacts. */
export interface DemoChapter {
  id: number
  group_id: number
  directory_id: number
}

/** Rows of the other tables of a contact, by table; keys are columns. */
export type Attachments = {
  table: AttachedTable
  row: Row
  /** The entry that references a document which is numbered at the end. */
  entry?: Row
}[]

export type Row = Record<string, string | number | boolean | null>

export type AttachedTable =
  | 'audit_entry'
  | 'contact_relationship'
  | 'contact_tag'
  | 'contact_group_member'
  | 'contact_chapter'
  | 'directory_listing'
  | 'contact_category'
  | 'contact_activity'
  | 'contact_communication'
  | 'contact_certification'
  | 'contact_record'
  | 'custom_field_value'
  | 'membership'
  | 'membership_term'
  | 'invoice'
  | 'invoice_line'
  | 'payment'
  | 'application'
  | 'journal_entry'
  | 'journal_line'
  | 'task_item'

/** A contact of the demonstration: its stored records and its other rows. */
export interface DemoContact {
  /** Position among all contacts of the demonstration, from 0. */
  ordinal: number
  records: ContactRecords
  createdAt: Date
  deletedAt: Date | null
  attachments: Attachments
}

export const DAY = 86_400_000

/** The day a number of days after today (negative: before), YYYY-MM-DD. */
export const dayAt = (world: World, offset: number): string =>
  new Date(world.today + offset * DAY).toISOString().slice(0, 10)

export const newContact = (
  world: World,
  ordinal: number,
  systemTypeId: 1 | 2,
  daysKnown: number,
  entered: Partial<EnteredColumns>,
): DemoContact => {
  const blank = makeBlankContact(systemTypeId)
  const records = makeNewRecords(world.nextId('contact'), { ...blank, ...entered })
  return {
    ordinal,
    records: {
      ...records,
      auditId: 1,
      surroundings: { ...records.surroundings, organizations: [], membershipStatuses: [] },
    },
    createdAt: new Date(world.today - daysKnown * DAY + (ordinal % 1440) * 60_000),
    deletedAt: null,
    attachments: [],
  }
}
