import type { CustomFieldEditInput } from '#contract/people/custom-fields'
import { conflict, notFound, ruleRefused } from '#kernel/errors/problem'
import { lockSubject } from '#kernel/records/lock'
import { recordChange } from '#kernel/records/record-change'
import { assertVersion, type ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { CustomField } from '#prisma/client'
import { writeChildren } from './children/children.service.ts'
import { type ChoiceData, readChoices } from './choices/choices.input.ts'
import { writeChoices } from './choices/choices.service.ts'
import { customFieldEvents } from './custom-fields.events.ts'
import { type FieldData, readField } from './custom-fields.input.ts'
import { PLACED } from './custom-fields.model.ts'
import { type FieldWithParts, fieldParts, fieldSummary } from './custom-fields.queries.ts'
import { FieldFaults } from './field-faults.input.ts'
import { assertLabelIsFree, storageName } from './field-names.queries.ts'
import { assertReferences, findShown, type Grouping, readGrouping } from './field-references.queries.ts'
import { fieldHasValues } from './value-uses.queries.ts'

const MOST_FIELDS = 1000

/** A saved field as lists show it, as JSON text, and its version. */
export interface SavedField {
  text: string
  auditId: number
}

/**
 * Creates a field (id 0) or changes one. What the input leaves out stays.
 *
 * @param writeMore writes in the same transaction what the place of the field keeps besides.
 * @throws 404; 409 stale-audit-id, duplicate, has-values, choice-in-use, in-use, system-record; 422 custom-field-rule,
 *   unknown-reference, too-many.
 */
export const saveField = (
  scope: Scope,
  id: number,
  input: CustomFieldEditInput,
  expected: ExpectedVersion,
  writeMore: (tx: Transaction, field: CustomField) => Promise<void> = async () => {},
): Promise<SavedField> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    await lockSubject(tx, scope, 'custom_field')
    const current = id === 0 ? undefined : await lockField(tx, tenantId, id)
    if (current) assertVersion(current.auditId, expected)
    else await assertRoom(tx, tenantId)
    const faults = new FieldFaults()
    const data = readField(input, current, await findShown(tx, tenantId, input, current), faults)
    const choices = readChoices(input, current?.choices ?? [], data, faults)
    faults.refuse()
    const grouping = readGrouping(input, current, data)
    await assertReferences(tx, tenantId, data, grouping)
    if (current) await assertMayChange(tx, current, data, choices, input)
    const name = await storageName(tx, tenantId, input.Name, current, data)
    await assertLabelIsFree(tx, tenantId, id, data)
    const saved = await write(tx, tenantId, current, { ...data, ...grouping, name, nameKey: name.toLowerCase() })
    await writeChoices(tx, tenantId, saved.id, current?.choices ?? [], choices)
    await writeChildren(tx, saved, input.ChildCustomFields)
    await writeMore(tx, saved)
    await recordField(scope, tx, saved, current ? 'updated' : 'created', input)
    return { text: await fieldSummary(tx, tenantId, saved.id), auditId: saved.auditId }
  })

/** A field held for update: whoever writes a value of it holds its key and waits, or is waited for. */
export const lockField = async (tx: Transaction, tenantId: number, id: number): Promise<FieldWithParts> => {
  await tx.$queryRaw`select 1 from custom_field where tenant_id = ${tenantId} and id = ${id} for update`
  const field = await tx.customField.findFirst({ where: { tenantId, id, deletedAt: null }, ...fieldParts })
  if (!field) throw notFound('custom field')
  return field
}

const write = async (
  tx: Transaction,
  tenantId: number,
  current: CustomField | undefined,
  data: FieldData & Grouping & Pick<CustomField, 'name' | 'nameKey'>,
): Promise<CustomField> => {
  if (!current) return tx.customField.create({ data: { ...data, tenantId } })
  const { id } = current
  // Listing types are of one directory.
  if (current.directoryId !== data.directoryId)
    await tx.customFieldListingType.deleteMany({ where: { tenantId, fieldId: id } })
  return tx.customField.update({
    where: { tenantId_id: { tenantId, id } },
    data: { ...data, auditId: { increment: 1 } },
  })
}

const assertRoom = async (tx: Transaction, tenantId: number): Promise<void> => {
  const count = await tx.customField.count({ where: { tenantId, deletedAt: null } })
  if (count >= MOST_FIELDS) throw ruleRefused('too-many', `A tenant has at most ${MOST_FIELDS} custom fields.`)
}

/** What a built-in field lets a tenant decide: how it is called, where it stands, whether it is hidden. */
const OWN_OF_BUILT_IN: readonly string[] = [
  'displayName',
  'description',
  'showDescription',
  'displayOrder',
  'cssClass',
  'isArchived',
]

/** What values are kept under: it stands while there are any. */
const UNDER_VALUES = ['objectTypeId', 'dataTypeId', 'externalDataSource', 'existingFieldId'] as const

/** The object type whose records have the values. */
const carrierOf = ({ objectTypeId, searchObjectTypeId }: FieldData): number | null =>
  objectTypeId === PLACED.edition ? searchObjectTypeId : objectTypeId

const assertMayChange = async (
  tx: Transaction,
  current: FieldWithParts,
  data: FieldData,
  choices: readonly ChoiceData[],
  { ChildCustomFields }: CustomFieldEditInput,
): Promise<void> => {
  if (current.isSystem) {
    const others = (Object.keys(data) as (keyof FieldData)[]).filter((key) => !OWN_OF_BUILT_IN.includes(key))
    const isOther = others.some((key) => data[key] !== current[key])
    if (isOther || ChildCustomFields?.length || !isSame(choices, current))
      throw conflict('system-record', 'The field is built in: it can be relabelled, moved and hidden, no more.')
  }
  if (UNDER_VALUES.every((key) => data[key] === current[key]) && carrierOf(data) === carrierOf(current)) return
  const { tenantId, id } = current
  if (await fieldHasValues(tx, tenantId, id))
    throw conflict('has-values', 'Records have values for the field: its object type, type and source stay.')
  const shownBy = await tx.customField.count({ where: { tenantId, existingFieldId: id, deletedAt: null } })
  if (shownBy > 0) throw conflict('in-use', 'Forms or directories show this field: its object type and type stay.')
  const parents = await tx.customFieldChild.count({ where: { tenantId, childId: id } })
  if (parents > 0 && data.objectTypeId !== current.objectTypeId)
    throw conflict('in-use', 'The field is a child of another: its object type stays.')
}

const isSame = (choices: readonly ChoiceData[], { choices: stored }: FieldWithParts): boolean =>
  choices.length === stored.length &&
  choices.every(({ id, name }) => stored.some((old) => old.id === id && old.name === name))

/** History and event of a field. */
export const recordField = (
  scope: Scope,
  tx: Transaction,
  field: CustomField,
  action: keyof typeof customFieldEvents,
  changes: object,
): Promise<void> =>
  recordChange(scope, tx, {
    entity: 'customfield',
    entityId: field.id,
    auditId: field.auditId,
    action,
    changes: { ...changes },
    event: {
      kind: customFieldEvents[action],
      payload: { Name: field.name, ObjectTypeId: String(field.objectTypeId) },
    },
  })
