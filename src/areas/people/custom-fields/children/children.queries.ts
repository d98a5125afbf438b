import type { Models } from '#kernel/tenancy/tenant-db'
import type { CustomField } from '#prisma/client'
import { DATA_TYPE } from '../custom-fields.model.ts'
import type { Field } from '../values/field.model.ts'
import { parseId, printValue } from '../values/stored-values.model.ts'
import { parseValue } from '../values/values.input.ts'

type ShownForParser = (value: string) => { text: string | null } | { fault: string }

/** Returns a parser for the values of a parent that a child can be shown for. It returns the form of stored values. */
export const getShownForParser = async (tx: Models, parent: CustomField): Promise<ShownForParser> => {
  const field = await getValueField(tx, parent)
  const isCountry = field.dataTypeId === DATA_TYPE.country
  const countries = isCountry ? await tx.country.findMany({ select: { id: true, alpha2: true, name: true } }) : []
  const { timeZone } = await tx.tenant.findFirstOrThrow({ where: { id: parent.tenantId }, select: { timeZone: true } })
  return (value) => {
    if (field.dataTypeId === DATA_TYPE.file)
      return parseId(value) === null ? { fault: 'must be the id of a file' } : { text: value }
    const parsed = parseValue(field, value, { countries, timeZone })
    return 'fault' in parsed ? parsed : { text: printValue(field, parsed.rows) }
  }
}

/** Returns the field that has the values of the parent. For a MultiSelect, a child is shown for one of its choices. */
const getValueField = async (tx: Models, parent: CustomField): Promise<Field> => {
  const { tenantId } = parent
  const where = { tenantId, id: parent.existingFieldId ?? parent.id }
  const field = await tx.customField.findFirstOrThrow({ where, include: { choices: true } })
  const dataTypeId = field.dataTypeId === DATA_TYPE.multiSelect ? DATA_TYPE.select : field.dataTypeId
  return { ...field, dataTypeId, isForOtherType: false, shownFor: [] }
}
