import type { SqlRunner } from '#kernel/database/sql-runner'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { CustomField } from '#prisma/client'
import { carrierOf, DATA_TYPE, OBJECT_TYPE } from '../custom-fields.model.ts'
import type { Field } from '../values/field.model.ts'
import { type FieldSet, getFieldSet, REGISTRATION_OBJECT_TYPES } from '../values/fields.queries.ts'
import { describeFormField } from './responses.model.ts'

/** Values that a visitor cannot give: uploads, and references to contacts. */
const NOT_ASKABLE: readonly number[] = [DATA_TYPE.file, DATA_TYPE.contact]

/** Returns whether registrations have the values of a field. A field of an edition must be switched on. */
const isOfRegistrations = (field: CustomField): boolean =>
  carrierOf(field) === OBJECT_TYPE.registration && (field.objectTypeId !== OBJECT_TYPE.edition || field.isSwitchedOn)

/**
 * Returns whether a form can ask for a field. Choices that are other lists of the tenant are not shown to the public.
 */
const hasAskableType = ({ dataTypeId, externalDataSource }: Pick<Field, 'dataTypeId' | 'externalDataSource'>) =>
  !NOT_ASKABLE.includes(dataTypeId) && externalDataSource === null

const isAskable = (field: CustomField): boolean => !field.isArchived && hasAskableType(field)

export type { Field, FieldSet }
export { describeFormField, isAskable, isOfRegistrations }

/** No fields, and nothing to validate values against. */
export const NO_FIELDS: FieldSet = { fields: [], countries: [], timeZone: 'UTC', current: [], isNew: false }

/** Returns the fields of registrations that forms can ask for, in one statement. Archived ones are left out. */
export const getAskableFields = async (runner: SqlRunner, tenantId: number): Promise<FieldSet> => {
  const set = await getFieldSet(runner, tenantId, { objectTypes: REGISTRATION_OBJECT_TYPES, objectId: 0 })
  // A field that a visitor leaves empty has no value: its default choice is only for records that staff create.
  return { ...set, fields: set.fields.filter(hasAskableType), isNew: false }
}

/** Returns the explanations of fields, by their ids, if they are to be shown. */
export const getShownDescriptions = async (
  tx: Transaction,
  tenantId: number,
  fieldIds: readonly number[],
): Promise<ReadonlyMap<number, string | null>> => {
  if (fieldIds.length === 0) return new Map()
  const where = { tenantId, id: { in: [...fieldIds] }, showDescription: true }
  const fields = await tx.customField.findMany({ where, select: { id: true, description: true } })
  return new Map(fields.map(({ id, description }) => [id, description]))
}
