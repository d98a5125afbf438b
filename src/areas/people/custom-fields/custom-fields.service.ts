import type { CustomFieldEditInput } from '#contract/people/custom-fields'
import { conflict } from '#kernel/errors/problem'
import { readRow, type VersionedRow } from '#kernel/listing/list-rows'
import { lockForSave, lockRecord, lockSubject } from '#kernel/records/lock'
import { changeOf, recordChange } from '#kernel/records/record-change'
import { NEXT_VERSION } from '#kernel/records/record-kind'
import { requireRoom } from '#kernel/records/room'
import { requireUnused } from '#kernel/records/uses'
import type { ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { CustomField, Prisma } from '#prisma/client'
import { changedPart } from '#services/tenant-log/changed-part'
import { saveChildren } from './children/children.service.ts'
import { type ChoiceData, parseChoices } from './choices/choices.input.ts'
import { saveChoices } from './choices/choices.service.ts'
import type { customFieldEvents } from './custom-fields.events.ts'
import { type FieldData, type Grouping, parseField, parseGrouping } from './custom-fields.input.ts'
import { customFieldList } from './custom-fields.listing.ts'
import { carrierOf } from './custom-fields.model.ts'
import { customFieldKind, type FieldWithParts, findStorageName, requireUniqueLabel } from './custom-fields.queries.ts'
import { FieldFaults } from './data-types.input.ts'
import { findShownField, requireReferences } from './field-references.queries.ts'
import { hasFieldValues } from './values/values.queries.ts'
import { deleteFieldValues } from './values/values.service.ts'

const MAX_FIELDS = 1000

/**
 * Creates a field (id 0) or changes one. Properties that the input leaves out stay.
 *
 * @param saveMore saves further parts of the field in the same transaction.
 * @throws 404; 409 stale-audit-id, duplicate, has-values, choice-in-use, in-use, system-record; 412;
 *   422 custom-field-rule, unknown-reference, too-many.
 */
export const saveField = (
  scope: Scope,
  id: number,
  input: CustomFieldEditInput,
  expected: ExpectedVersion,
  saveMore: (tx: Transaction, field: CustomField) => Promise<void> = async () => {},
): Promise<VersionedRow> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    await lockSubject(scope, tx, 'custom_field')
    const current = await lockForSave(scope, tx, customFieldKind, id, expected)
    if (!current) await requireRoomForField(tx, tenantId)
    const faults = new FieldFaults()
    const data = parseField(input, current, await findShownField(tx, tenantId, input, current), faults)
    const choices = parseChoices(input, current?.choices ?? [], data, faults)
    faults.refuse()
    const grouping = parseGrouping(input, current, data)
    await requireReferences(tx, tenantId, data, grouping)
    if (current) await requireMayChange(scope, tx, current, data, choices, input)
    const name = await findStorageName(tx, tenantId, input.Name, current, data)
    await requireUniqueLabel(tx, tenantId, id, data)
    const saved = await write(tx, tenantId, current, { ...data, ...grouping, name, nameKey: name.toLowerCase() })
    await saveChoices(tx, tenantId, saved.id, current?.choices ?? [], choices)
    await saveChildren(tx, saved, input.ChildCustomFields)
    await saveMore(tx, saved)
    await recordField(
      scope,
      tx,
      saved,
      current ? 'updated' : 'created',
      changedPart('SelectListData', current && namesOf(current.choices), namesOf(choices)),
    )
    const text = await readRow(tx, scope, customFieldList, saved.id, 'custom field')
    return { text, auditId: saved.auditId }
  })

const write = async (
  tx: Transaction,
  tenantId: number,
  current: CustomField | null,
  data: FieldData & Grouping & Pick<CustomField, 'name' | 'nameKey'>,
): Promise<CustomField> => {
  if (!current) return tx.customField.create({ data: { ...data, tenantId } })
  const { id } = current
  // Listing types belong to one directory.
  if (current.directoryId !== data.directoryId)
    await tx.customFieldListingType.deleteMany({ where: { tenantId, fieldId: id } })
  return tx.customField.update({
    where: { tenantId_id: { tenantId, id } },
    data: { ...data, ...NEXT_VERSION },
  })
}

const requireRoomForField = async (tx: Transaction, tenantId: number): Promise<void> => {
  const count = await tx.customField.count({ where: { tenantId, deletedAt: null } })
  requireRoom(count, MAX_FIELDS, 'tenant', 'custom fields')
}

/** The properties of a built-in field that a tenant can change. */
const CHANGEABLE_IF_BUILT_IN: readonly string[] = [
  'displayName',
  'description',
  'showDescription',
  'displayOrder',
  'displayWidth',
  'cssClass',
  'isArchived',
]

/** Stored values depend on these properties, so they cannot change while there are values. */
const FIXED_BY_VALUES = ['objectTypeId', 'dataTypeId', 'externalDataSource', 'existingFieldId'] as const

const requireMayChange = async (
  scope: Scope,
  tx: Transaction,
  current: FieldWithParts,
  data: FieldData,
  choices: readonly ChoiceData[],
  { ChildCustomFields }: CustomFieldEditInput,
): Promise<void> => {
  if (current.isSystem) {
    const fixed = (Object.keys(data) as (keyof FieldData)[]).filter((key) => !CHANGEABLE_IF_BUILT_IN.includes(key))
    const isChanged = fixed.some((key) => data[key] !== current[key])
    if (isChanged || ChildCustomFields?.length || !areSame(choices, current))
      throw conflict(
        'system-record',
        'The field is built in. Change only its label, description, group, order, width, CSS class and archiving.',
      )
  }
  if (FIXED_BY_VALUES.every((key) => data[key] === current[key]) && carrierOf(data) === carrierOf(current)) return
  const { tenantId, id } = current
  if (await hasFieldValues(tx, tenantId, id))
    throw conflict('has-values', 'Records have values for the field. Keep its object type, data type and source.')
  // Forms and directories show values of its type, and events ask for them.
  await requireUnused(scope, tx, customFieldKind, current)
  const parents = await tx.customFieldChild.count({ where: { tenantId, childId: id } })
  if (parents > 0 && data.objectTypeId !== current.objectTypeId)
    throw conflict('in-use', 'The field is a child of another field. Keep its object type.')
}

const areSame = (choices: readonly ChoiceData[], { choices: stored }: FieldWithParts): boolean =>
  choices.length === stored.length &&
  choices.every(({ id, name }) => stored.some((old) => old.id === id && old.name === name))

/** The references of a field that its deletion clears, so that it does not prevent the deletion of other records. */
const NO_REFERENCES = {
  groupId: null,
  formSectionId: null,
  existingFieldId: null,
  contentListId: null,
  directoryId: null,
  formId: null,
  membershipTypeId: null,
  membershipLevelId: null,
  projectTypeId: null,
}

/**
 * Deletes a field; its name becomes free. With `force`, also deletes its values permanently.
 *
 * @throws 404; 409 stale-audit-id, system-record, in-use, has-values; 412.
 */
export const deleteField = (scope: Scope, id: number, force: boolean, expected: ExpectedVersion): Promise<void> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    await lockSubject(scope, tx, 'custom_field')
    const field = await lockRecord(scope, tx, customFieldKind, id, expected)
    if (field.isSystem) throw conflict('system-record', 'The field is built in. Archive it instead.')
    await requireUnused(scope, tx, customFieldKind, field)
    const hasValues = await hasFieldValues(tx, tenantId, id)
    if (hasValues && !force)
      throw conflict(
        'has-values',
        'Records have values for the field. Archive it to keep them, or send forcesave=true.',
      )
    const count = hasValues ? await deleteFieldValues(tx, field) : 0
    await tx.customFieldChild.deleteMany({ where: { tenantId, OR: [{ parentId: id }, { childId: id }] } })
    const deleted = await tx.customField.update({
      where: { tenantId_id: { tenantId, id } },
      data: { ...NO_REFERENCES, ...NEXT_VERSION, deletedAt: scope.clock.now() },
    })
    await recordField(scope, tx, deleted, 'deleted', { Values: count })
  })

const namesOf = (choices: readonly { name: string }[]): string | null =>
  choices.map(({ name }) => name).join('\n') || null

/** Records the history and the event of a field. */
export const recordField = (
  scope: Scope,
  tx: Transaction,
  field: CustomField,
  action: keyof typeof customFieldEvents,
  changes: Prisma.InputJsonObject = {},
): Promise<void> => {
  const payload = { Name: field.name, ObjectTypeId: String(field.objectTypeId) }
  return recordChange(scope, tx, changeOf(customFieldKind, field, action, { changes, payload }))
}
