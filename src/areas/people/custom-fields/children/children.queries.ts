import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { CustomField } from '#prisma/client'
import { DATA_TYPE, type Field } from '../values/field.model.ts'
import { valueText } from '../values/present-value.ts'
import { idOf } from '../values/stored-values.model.ts'
import { readValue } from '../values/values.input.ts'

type ShownFor = (value: string) => { text: string | null } | { fault: string }

/** Reads the values of a parent that a child can show for, into the form in which values are compared. */
export const shownForOf = async (tx: Transaction, parent: CustomField): Promise<ShownFor> => {
  const field = await valueFieldOf(tx, parent)
  const isCountry = field.data_type_id === DATA_TYPE.country
  const countries = isCountry ? await tx.country.findMany({ select: { id: true, alpha2: true, name: true } }) : []
  return (value) => {
    if (field.data_type_id === DATA_TYPE.file)
      return idOf(value) === null ? { fault: 'must be the id of a file' } : { text: value }
    const read = readValue(field, value, { countries })
    return 'fault' in read ? read : { text: valueText(field, read.rows) }
  }
}

/** The field whose values the parent has: of a MultiSelect, a child shows for one of its choices. */
const valueFieldOf = async (tx: Transaction, parent: CustomField): Promise<Field> => {
  const { tenantId } = parent
  const where = { tenantId, id: parent.existingFieldId ?? parent.id }
  const field = await tx.customField.findFirstOrThrow({ where, include: { choices: true } })
  return {
    id: field.id,
    object_type_id: field.objectTypeId,
    name: field.name,
    display_name: field.displayName,
    data_type_id: field.dataTypeId === DATA_TYPE.multiSelect ? DATA_TYPE.select : field.dataTypeId,
    data_size: field.dataSize,
    scale_minimum: field.scaleMinimum,
    scale_maximum: field.scaleMaximum,
    external_data_source: field.externalDataSource,
    is_required: field.isRequired,
    is_elsewhere: false,
    choices: field.choices.map(({ id, name, displayOrder, isActive, isDefault }) => ({
      id,
      name,
      display_order: displayOrder,
      is_active: isActive,
      is_default: isDefault,
    })),
    shown_for: [],
  }
}
