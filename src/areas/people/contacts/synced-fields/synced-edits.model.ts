import { findChangedFieldName } from '../records/changed-fields.model.ts'
import type { RecordList } from '../records/columns.model.ts'
import {
  ADDRESS_FIELDS,
  ADDRESS_PARTS,
  COLUMN_FIELDS,
  CUSTOM_FIELDS,
  PHONE_FIELDS,
  SETTABLE_FIELDS,
  SOCIAL_FIELDS,
  type SyncedContact,
  type SyncedText,
} from './synced-fields.model.ts'
import { listStorageNames } from './synced-values.model.ts'

/** A field whose edits count. The status does not: it is derived, and memberships of the tenant are no national ones. */
export type EditableField = Exclude<SyncedText, 'Status'> | 'ParentNationalId'

/** A change in the history of a contact: the name of what was changed, and the time of its latest change. */
export interface HistoryEdit {
  name: string
  at: Date
}

/** Columns by their names in the history: every edit is one of the synced field, also if the value is the same again. */
const FIELDS: ReadonlyMap<string, EditableField> = new Map<string, EditableField>([
  ...COLUMN_FIELDS.map(({ field, column }): [string, EditableField] => [findChangedFieldName(column), field]),
  [findChangedFieldName('middle_name'), 'MiddleInitial'],
])

const ADDRESS: EditableField[] = ADDRESS_FIELDS.flatMap(({ prefix }) => [
  ...ADDRESS_PARTS.map(({ part }) => `${prefix}${part}` as const),
  `${prefix}Country` as const,
])

/** Lists by the synced fields that show their rows. */
const LISTS: Readonly<Record<RecordList | 'relationships', readonly EditableField[]>> = {
  emails: ['Email'],
  phones: PHONE_FIELDS.flatMap(({ field, extension }) => (extension ? [field, extension] : [field])),
  websites: ['URL', ...SOCIAL_FIELDS.map(({ field }) => field)],
  places: ADDRESS,
  addresses: ADDRESS,
  designations: ['Designation'],
  roles: ['ParentNationalId'],
  parents: ['ParentNationalId'],
  relationships: ['ParentNationalId'],
}

const ALL: readonly EditableField[] = [
  ...new Set([...SETTABLE_FIELDS[1], ...SETTABLE_FIELDS[2]]),
  'ParentNationalId' as const,
].filter((field): field is EditableField => field !== 'Status')

/** Other names in the history, in lower case, with the fields that they can change: those with another value count. */
const GROUPS: ReadonlyMap<string, readonly EditableField[]> = new Map<string, readonly EditableField[]>([
  ...Object.entries(LISTS).flatMap(([list, fields]): [string, readonly EditableField[]][] => [
    [list.toLowerCase(), fields],
    [findChangedFieldName(list).toLowerCase(), fields],
  ]),
  ...CUSTOM_FIELDS.flatMap((synced) =>
    listStorageNames(synced).map((name): [string, readonly EditableField[]] => [
      `customfields.${name}`,
      [synced.field],
    ]),
  ),
  [findChangedFieldName('primary_email_id').toLowerCase(), ['Email']],
  // A contact that takes in another gets its values.
  ['mergedcontactid', ALL],
])

/**
 * Returns the time at which each synced field was last edited.
 *
 * @param edits since the contact was shown as `before`.
 */
export const deriveEditTimes = (
  edits: readonly HistoryEdit[],
  before: SyncedContact | null,
  after: SyncedContact | null,
): ReadonlyMap<EditableField, Date> => {
  const times = new Map<EditableField, Date>()
  const note = (field: EditableField, at: Date) => {
    const known = times.get(field)
    if (!known || known < at) times.set(field, at)
  }
  for (const { name, at } of edits) {
    const field = FIELDS.get(name)
    if (field) note(field, at)
    for (const one of GROUPS.get(name.toLowerCase()) ?? []) if (isChanged(one, before, after)) note(one, at)
  }
  return times
}

const isChanged = (field: EditableField, before: SyncedContact | null, after: SyncedContact | null): boolean => {
  if (field === 'ParentNationalId')
    return (
      differs(before?.ParentNationalId, after?.ParentNationalId) ||
      differs(before?.PlatformParentId, after?.PlatformParentId)
    )
  if (!differs(before?.[field], after?.[field])) return false
  return (field !== 'Phone' && field !== 'PhoneExtension') || hasMainPhone(before) || hasMainPhone(after)
}

const differs = <T>(before: T | undefined, after: T | undefined): boolean => (before ?? null) !== (after ?? null)

/** Returns whether the main phone is one of its own, and not another phone that is the primary one. */
const hasMainPhone = (contact: SyncedContact | null): boolean =>
  contact?.Phone != null && !PHONE_FIELDS.some(({ field }) => field !== 'Phone' && contact[field] === contact.Phone)
