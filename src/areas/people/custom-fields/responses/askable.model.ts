import type { CustomField } from '#prisma/client'
import { carrierOf, DATA_TYPE, OBJECT_TYPE } from '../custom-fields.model.ts'
import type { Field } from '../values/field.model.ts'

/** Values that a visitor cannot give: uploads, and references to contacts. */
const NOT_ASKABLE: readonly number[] = [DATA_TYPE.file, DATA_TYPE.contact]

/** Whether registrations have the values of a field. A field of an edition must be switched on. */
export const isOfRegistrations = (field: CustomField): boolean =>
  carrierOf(field) === OBJECT_TYPE.registration && (field.objectTypeId !== OBJECT_TYPE.edition || field.isSwitchedOn)

/** Whether a form can ask for a field. Choices that are other lists of the tenant are not shown to the public. */
export const hasAskableType = ({ dataTypeId, externalDataSource }: Pick<Field, 'dataTypeId' | 'externalDataSource'>) =>
  !NOT_ASKABLE.includes(dataTypeId) && externalDataSource === null

export const isAskable = (field: CustomField): boolean => !field.isArchived && hasAskableType(field)
