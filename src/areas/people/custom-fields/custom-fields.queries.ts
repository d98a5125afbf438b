import { notFound, ruleRefused } from '#kernel/errors/problem'
import type { List } from '#kernel/listing/list-response'
import { readRows } from '#kernel/listing/list-rows'
import { PAGE } from '#kernel/listing/request'
import type { RecordKind } from '#kernel/records/record-kind'
import { requireUniqueName } from '#kernel/records/unique-name'
import type { Scope } from '#kernel/tenancy/scope'
import type { Models } from '#kernel/tenancy/tenant-db'
import { foldedWords } from '#kernel/text/fold'
import type { CustomField, Prisma } from '#prisma/client'
import { customFieldEvents } from './custom-fields.events.ts'
import type { FieldData } from './custom-fields.input.ts'
import { hasFieldValues } from './values/values.queries.ts'

const choicesInOrder = {
  orderBy: [{ displayOrder: 'asc' }, { id: 'asc' }],
} as const satisfies Prisma.CustomField$choicesArgs

const fieldParts = {
  include: {
    choices: choicesInOrder,
    existingField: { include: { choices: choicesInOrder } },
    children: {
      include: { child: { select: { displayName: true } } },
      orderBy: [{ displayOrder: 'asc' }, { childId: 'asc' }],
    },
    listingTypes: true,
  },
} as const satisfies Prisma.CustomFieldDefaultArgs

/** A field with its choices, its children, its listing types and the field that it shows. */
export type FieldWithParts = Prisma.CustomFieldGetPayload<typeof fieldParts>

export const customFieldKind: RecordKind<FieldWithParts> = {
  entity: 'customfield',
  noun: 'custom field',
  table: 'custom_field',
  columns: {
    data_type_id: 'CustomFieldDataTypeId',
    group_id: 'CustomFieldGroupId',
    existing_field_id: 'ExistingCustomFieldId',
    membership_level_id: 'MembershipTypeOptionId',
    name_key: null,
  },
  isSoftDeleted: true,
  events: customFieldEvents,
  find: (tx, key) => tx.customField.findFirst({ where: { ...key, deletedAt: null }, ...fieldParts }),
}

/** A field for editing, and whether any record has a value for it. */
export interface FieldForEditing {
  field: FieldWithParts
  hasValues: boolean
}

/** Returns a field; 404 if it does not exist or has another location. */
export const getField = async (
  { db }: Scope,
  id: number,
  location: Pick<Prisma.CustomFieldWhereInput, 'directoryId' | 'contentListId' | 'objectTypeId'> = {},
): Promise<FieldForEditing> => {
  const { tenantId } = db
  const field = await db.prisma.customField.findFirst({
    where: { tenantId, id, deletedAt: null, ...location },
    ...fieldParts,
  })
  if (!field) throw notFound('custom field')
  return { field, hasValues: await hasFieldValues(db, tenantId, id) }
}

/** Lists the fields that match a filter as a JSON array. A page is large enough for all fields of a tenant. */
export const listFields = (scope: Scope, list: List, { filter, orderby }: FieldQuery): Promise<string> =>
  readRows(scope, list, {
    take: { text: String(PAGE.max), pointer: 'query:filter' },
    filter: filter === undefined ? undefined : { text: filter, pointer: 'query:filter' },
    orderBy: orderby === undefined ? undefined : { text: orderby, pointer: 'query:orderby' },
  })

interface FieldQuery {
  filter?: string
  orderby?: string
}

const MAX_LENGTH = 64

/**
 * Finds the storage name of a field: its permanent name, the name in the request, or a free name from its label.
 *
 * @throws 409 duplicate; 422 custom-field-rule if the request changes the name.
 */
export const findStorageName = async (
  tx: Models,
  tenantId: number,
  sent: string | null | undefined,
  current: CustomField | null,
  { objectTypeId, displayName }: FieldData,
): Promise<string> => {
  if (current && sent !== undefined && sent !== current.name)
    throw ruleRefused('custom-field-rule', 'The storage name of a field never changes.', [
      { pointer: '/Name', message: `must be ${current.name}` },
    ])
  const wanted = current?.name ?? sent
  const others = await tx.customField.findMany({
    where: { tenantId, objectTypeId, deletedAt: null, id: { not: current?.id ?? 0 } },
    select: { name: true, nameKey: true },
  })
  const findOther = (name: string) => others.find(({ nameKey }) => nameKey === name.toLowerCase())
  if (!wanted) return findFreeName(nameFromLabel(displayName), (name) => !findOther(name))
  requireUniqueName(customFieldKind, wanted, findOther(wanted))
  return wanted
}

// "Größe (cm)" becomes GrosseCm.
const nameFromLabel = (label: string): string => {
  const words = foldedWords(label).map((word) => word.replace(/[^a-z0-9]/g, ''))
  const name = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
  return (/^[A-Z]/.test(name) ? name : `Field${name}`).slice(0, MAX_LENGTH)
}

const findFreeName = (name: string, isFree: (name: string) => boolean): string => {
  if (isFree(name)) return name
  for (let n = 2; ; n++) {
    const next = name.slice(0, MAX_LENGTH - String(n).length) + n
    if (isFree(next)) return next
  }
}

/** Checks that labels are unique within the object type and its form, directory and so on. @throws 409 duplicate. */
export const requireUniqueLabel = async (
  tx: Models,
  tenantId: number,
  id: number,
  { objectTypeId, displayName, formId, directoryId, contentListId, membershipTypeId, projectTypeId }: FieldData,
): Promise<void> => {
  const location = { objectTypeId, formId, directoryId, contentListId, membershipTypeId, projectTypeId }
  const others = await tx.customField.findMany({
    where: { tenantId, deletedAt: null, id: { not: id }, ...location },
    select: { displayName: true },
  })
  const key = displayName.toLowerCase()
  const other = others.find((field) => field.displayName.toLowerCase() === key)
  requireUniqueName(customFieldKind, displayName, other)
}
