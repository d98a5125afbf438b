import type { CustomFieldEditInput } from '#contract/people/custom-fields'
import { type FieldFault, ruleRefused } from '#kernel/errors/problem'
import { CONTROLS } from '#kernel/text/controls'
import type { CustomField } from '#prisma/client'
import { DATA_TYPE, hasChoices } from './custom-fields.model.ts'

/** Collects every fault of a custom field by its pointer, for one response. */
export class FieldFaults {
  readonly #faults: FieldFault[] = []

  add(pointer: string, message: string): void {
    this.#faults.push({ pointer, message })
  }

  /** Checks a label. It must be one line, because lists of labels have one label per line. */
  checkLine(pointer: string, label: string | null): void {
    if (label !== null && CONTROLS.test(label)) this.add(pointer, 'must be one line without control characters')
  }

  /** @throws 422 custom-field-rule if there are faults. */
  refuse(): void {
    if (this.#faults.length === 0) return
    throw ruleRefused('custom-field-rule', 'The custom field is not valid. See errors.', this.#faults)
  }
}

/** Parses digits as a number: null for none or 0, the current value if the field is not sent. */
export const parseDigits = (sent: string | null | undefined, current: number | null | undefined): number | null =>
  sent === undefined ? (current ?? null) : Number(sent) || null

/** The columns that define the values of a field. */
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

/** Parses the type of a field. A field that shows a field of contacts has the type of that field and no own settings. */
export const parseFieldType = (
  input: CustomFieldEditInput,
  current: CustomField | null,
  shown: CustomField | null,
  faults: FieldFaults,
): FieldType => {
  const dataTypeId = parseDataType(input, current, shown, faults)
  if (shown) return { dataTypeId, dataSize: null, externalDataSource: null, ...NO_SCALE }
  return {
    dataTypeId,
    ...parseScale(input, current, dataTypeId, faults),
    dataSize: parseSize(input, current, dataTypeId, faults),
    externalDataSource: parseSource(input, current, dataTypeId, faults),
  }
}

const parseDataType = (
  { CustomFieldDataTypeId: sent }: CustomFieldEditInput,
  current: CustomField | null,
  shown: CustomField | null,
  faults: FieldFaults,
): number => {
  if (shown) {
    if (sent && Number(sent) !== shown.dataTypeId)
      faults.add('/CustomFieldDataTypeId', 'must be the type of the field in ExistingCustomFieldId')
    return shown.dataTypeId
  }
  const dataTypeId = parseDigits(sent, current?.dataTypeId)
  if (dataTypeId === null) faults.add('/CustomFieldDataTypeId', 'is required')
  return dataTypeId ?? 0
}

const parseScale = (
  { ScaleModel: sent }: CustomFieldEditInput,
  current: CustomField | null,
  dataTypeId: number,
  faults: FieldFaults,
): Pick<FieldType, keyof typeof NO_SCALE> => {
  if (dataTypeId !== DATA_TYPE.scale) {
    if (sent) faults.add('/ScaleModel', 'is allowed only for a Scale')
    return NO_SCALE
  }
  const kept = sent === undefined && current?.dataTypeId === DATA_TYPE.scale ? current : null
  if (kept) {
    const { scaleMinimum, scaleMaximum, scaleMinimumLabel, scaleMaximumLabel } = kept
    return { scaleMinimum, scaleMaximum, scaleMinimumLabel, scaleMaximumLabel }
  }
  if (!sent) {
    faults.add('/ScaleModel', 'is required for a Scale')
    return NO_SCALE
  }
  if (sent.Maximum <= sent.Minimum) faults.add('/ScaleModel/Maximum', 'must be greater than Minimum')
  faults.checkLine('/ScaleModel/MinimumLabel', sent.MinimumLabel ?? null)
  faults.checkLine('/ScaleModel/MaximumLabel', sent.MaximumLabel ?? null)
  return {
    scaleMinimum: sent.Minimum,
    scaleMaximum: sent.Maximum,
    scaleMinimumLabel: sent.MinimumLabel?.trim() || null,
    scaleMaximumLabel: sent.MaximumLabel?.trim() || null,
  }
}

/** The smallest and largest size of each type: characters, decimals or megabytes. */
const SIZES: Record<number, readonly [number, number]> = { 1: [1, 4000], 3: [0, 6], 5: [1, 100_000], 10: [1, 100] }

const parseSize = (
  { DataSize: sent }: CustomFieldEditInput,
  current: CustomField | null,
  dataTypeId: number,
  faults: FieldFaults,
): number | null => {
  if (sent === undefined) return current?.dataTypeId === dataTypeId ? current.dataSize : null
  if (sent === null || sent === '') return null
  const range = SIZES[dataTypeId]
  const size = Number(sent)
  if (!range) faults.add('/DataSize', 'is not allowed for this type')
  else if (size < range[0] || size > range[1]) faults.add('/DataSize', `must be from ${range[0]} to ${range[1]}`)
  return size
}

const parseSource = (
  { ExternalDataSource: sent }: CustomFieldEditInput,
  current: CustomField | null,
  dataTypeId: number,
  faults: FieldFaults,
): string | null => {
  if (!hasChoices(dataTypeId)) {
    if (sent) faults.add('/ExternalDataSource', 'is allowed only for a Select or MultiSelect')
    return null
  }
  return sent === undefined ? (current?.externalDataSource ?? null) : sent
}
