import type { SqlRunner } from '#kernel/database/sql-runner'
import type { Scope } from '#kernel/tenancy/scope'
import { DATA_TYPE, hasChoices } from '../custom-fields.model.ts'
import type { Field } from '../values/field.model.ts'
import { type FieldSet, getContactFieldSets, getFieldSet, listContactFieldTypes } from '../values/fields.queries.ts'
import { printValue } from '../values/stored-values.model.ts'

/** A custom field whose values mean the same in every tenant. */
export interface SharedField {
  id: number
  displayName: string
  dataTypeId: number
}

/** A value: the names of choices, else its text form; null without a value. */
export interface SharedValue {
  fieldId: number
  text: string | null
  choices: string[] | null
}

// Values that are ids of records of one tenant mean nothing in another one.
const isShared = ({ dataTypeId, externalDataSource }: Field): boolean =>
  dataTypeId !== DATA_TYPE.file && dataTypeId !== DATA_TYPE.contact && externalDataSource === null

/** Lists the custom fields of individuals (1) and organizations (2) whose values can be shared. */
export const listSharedFields = async ({ db }: Pick<Scope, 'db'>): Promise<Record<1 | 2, SharedField[]>> => {
  const sets = await getContactFieldSets(db)
  const shared = ({ fields }: FieldSet): SharedField[] =>
    fields.filter(isShared).map(({ id, displayName, dataTypeId }) => ({ id, displayName, dataTypeId }))
  return { 1: shared(sets[1]), 2: shared(sets[2]) }
}

/** Reads the values of a contact for some fields that can be shared. */
export const readSharedValues = async (
  { db }: Pick<Scope, 'db'>,
  runner: SqlRunner,
  { contactId, systemTypeId }: { contactId: number; systemTypeId: 1 | 2 },
  fieldIds: readonly number[],
): Promise<SharedValue[]> => {
  if (fieldIds.length === 0) return []
  const request = { objectTypes: listContactFieldTypes(systemTypeId), objectId: contactId }
  const set = await getFieldSet(runner, db.tenantId, request)
  return fieldIds.flatMap((fieldId) => {
    const field = set.fields.find(({ id }) => id === fieldId)
    return field && isShared(field) ? [sharedValue(field, set)] : []
  })
}

const sharedValue = (field: Field, { current }: FieldSet): SharedValue => {
  const rows = current.filter(({ fieldId }) => fieldId === field.id)
  if (!hasChoices(field.dataTypeId)) return { fieldId: field.id, text: printValue(field, rows), choices: null }
  const names = rows.flatMap(({ refId }) => field.choices.find(({ id }) => id === refId)?.name ?? [])
  return { fieldId: field.id, text: null, choices: names }
}
