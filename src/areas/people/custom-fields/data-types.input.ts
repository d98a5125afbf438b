import type { CustomFieldEditInput } from '#contract/people/custom-fields'
import type { CustomField } from '#prisma/client'
import { hasChoices } from './custom-fields.model.ts'
import type { FieldFaults } from './field-faults.input.ts'
import { readDigits } from './saving/read-digits.ts'
import { DATA_TYPE } from './values/field.model.ts'

/** What values a field has. */
export type FieldType = Pick<
  CustomField,
  | 'dataTypeId'
  | 'dataSize'
  | 'scaleMinimum'
  | 'scaleMaximum'
  | 'scaleMinimumLabel'
  | 'scaleMaximumLabel'
  | 'externalDataSource'
>

const NO_SCALE = { scaleMinimum: null, scaleMaximum: null, scaleMinimumLabel: null, scaleMaximumLabel: null }

/** A place that shows a field of contacts has that one's type, whatever else is sent: nothing of it is its own. */
export const readType = (
  input: CustomFieldEditInput,
  current: CustomField | undefined,
  shown: CustomField | null,
  faults: FieldFaults,
): FieldType => {
  const dataTypeId = readDataType(input, current, shown, faults)
  if (shown) return { dataTypeId, dataSize: null, externalDataSource: null, ...NO_SCALE }
  return {
    dataTypeId,
    ...readScale(input, current, dataTypeId, faults),
    dataSize: readSize(input, current, dataTypeId, faults),
    externalDataSource: readSource(input, current, dataTypeId, faults),
  }
}

const readDataType = (
  { CustomFieldDataTypeId: sent }: CustomFieldEditInput,
  current: CustomField | undefined,
  shown: CustomField | null,
  faults: FieldFaults,
): number => {
  if (shown) {
    if (sent && Number(sent) !== shown.dataTypeId)
      faults.add('/CustomFieldDataTypeId', 'must be that of the field that is shown')
    return shown.dataTypeId
  }
  const dataTypeId = readDigits(sent, current?.dataTypeId)
  if (dataTypeId === null) faults.add('/CustomFieldDataTypeId', 'is needed')
  return dataTypeId ?? 0
}

const readScale = (
  { ScaleModel: sent }: CustomFieldEditInput,
  current: CustomField | undefined,
  dataTypeId: number,
  faults: FieldFaults,
): Pick<FieldType, keyof typeof NO_SCALE> => {
  if (dataTypeId !== DATA_TYPE.scale) {
    if (sent) faults.add('/ScaleModel', 'goes with a Scale alone')
    return NO_SCALE
  }
  const kept = sent === undefined && current?.dataTypeId === DATA_TYPE.scale ? current : null
  if (kept) {
    const { scaleMinimum, scaleMaximum, scaleMinimumLabel, scaleMaximumLabel } = kept
    return { scaleMinimum, scaleMaximum, scaleMinimumLabel, scaleMaximumLabel }
  }
  if (!sent) {
    faults.add('/ScaleModel', 'is needed for a Scale')
    return NO_SCALE
  }
  if (sent.Maximum <= sent.Minimum) faults.add('/ScaleModel/Maximum', 'must be above Minimum')
  faults.line('/ScaleModel/MinimumLabel', sent.MinimumLabel ?? null)
  faults.line('/ScaleModel/MaximumLabel', sent.MaximumLabel ?? null)
  return {
    scaleMinimum: sent.Minimum,
    scaleMaximum: sent.Maximum,
    scaleMinimumLabel: sent.MinimumLabel?.trim() || null,
    scaleMaximumLabel: sent.MaximumLabel?.trim() || null,
  }
}

/** The sizes that each type can have: characters, decimals, megabytes. */
const SIZES: Record<number, readonly [number, number]> = { 1: [1, 4000], 3: [0, 6], 5: [1, 100_000], 10: [1, 100] }

const readSize = (
  { DataSize: sent }: CustomFieldEditInput,
  current: CustomField | undefined,
  dataTypeId: number,
  faults: FieldFaults,
): number | null => {
  if (sent === undefined) return current?.dataTypeId === dataTypeId ? current.dataSize : null
  if (sent === null || sent === '') return null
  const range = SIZES[dataTypeId]
  const size = Number(sent)
  if (!range) faults.add('/DataSize', 'does not go with this type')
  else if (size < range[0] || size > range[1]) faults.add('/DataSize', `must be from ${range[0]} to ${range[1]}`)
  return size
}

const readSource = (
  { ExternalDataSource: sent }: CustomFieldEditInput,
  current: CustomField | undefined,
  dataTypeId: number,
  faults: FieldFaults,
): string | null => {
  if (!hasChoices(dataTypeId)) {
    if (sent) faults.add('/ExternalDataSource', 'goes with a Select or MultiSelect alone')
    return null
  }
  return sent === undefined ? (current?.externalDataSource ?? null) : sent
}
