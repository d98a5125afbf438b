import type { CustomFieldEditInput } from '../../../../contract/people/custom-fields.ts'
import type { CustomField } from '../../../../generated/prisma/client.ts'
import { hasChoices, PLACED } from '../kinds.ts'
import type { FieldFaults } from './field-faults.ts'
import { type FieldPlaces, readPlaces } from './read-places.ts'

/** What of a field a save decides, its storage name, group and section apart. */
export type FieldData = FieldPlaces &
  Pick<
    CustomField,
    | 'objectTypeId'
    | 'searchObjectTypeId'
    | 'displayName'
    | 'description'
    | 'showDescription'
    | 'forceFormDisabled'
    | 'dataTypeId'
    | 'dataSize'
    | 'scaleMinimum'
    | 'scaleMaximum'
    | 'scaleMinimumLabel'
    | 'scaleMaximumLabel'
    | 'externalDataSource'
    | 'displayOrder'
    | 'cssClass'
    | 'isPublic'
    | 'isMemberEditable'
    | 'isRequired'
    | 'isArchived'
  >

/** @param shown the contact's field that stands in this place, where the input or the field names one. */
export const readField = (
  input: CustomFieldEditInput,
  current: CustomField | undefined,
  shown: CustomField | null,
  faults: FieldFaults,
): FieldData => {
  const objectTypeId = number(input.ObjectTypeId, current?.objectTypeId) ?? 0
  if (objectTypeId === 0) faults.add('/ObjectTypeId', 'is needed')
  const places = readPlaces(input, current, objectTypeId, faults)
  const dataTypeId = readDataType(input, current, places.existingFieldId === null ? null : shown, faults)
  const searchObjectTypeId = number(input.SearchObjectTypeId, current?.searchObjectTypeId)
  if (objectTypeId === PLACED.edition && searchObjectTypeId === null)
    faults.add('/SearchObjectTypeId', 'is needed for a field of an edition: whose records carry it')
  return {
    ...places,
    objectTypeId,
    searchObjectTypeId,
    dataTypeId,
    ...readWords(input, current, faults),
    ...readFlags(input, current),
    ...readScale(input, current, dataTypeId, faults),
    dataSize: readSize(input, current, dataTypeId, faults),
    externalDataSource: readSource(input, current, dataTypeId, faults),
    displayOrder: number(input.DisplayOrder, current?.displayOrder),
  }
}

const number = (sent: string | null | undefined, kept: number | null | undefined): number | null =>
  sent === undefined ? (kept ?? null) : Number(sent) || null

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
  const dataTypeId = number(sent, current?.dataTypeId)
  if (dataTypeId === null) faults.add('/CustomFieldDataTypeId', 'is needed')
  return dataTypeId ?? 0
}

const readWords = (input: CustomFieldEditInput, current: CustomField | undefined, faults: FieldFaults) => {
  const { DisplayName, Description, CssClass } = input
  const displayName = (DisplayName === undefined ? current?.displayName : DisplayName?.trim()) ?? ''
  if (displayName === '') faults.add('/DisplayName', 'is needed and must not be blank')
  return {
    displayName,
    description: (Description === undefined ? current?.description : Description?.trim()) || null,
    cssClass: (CssClass === undefined ? current?.cssClass : CssClass?.trim()) || null,
  }
}

const readFlags = (input: CustomFieldEditInput, current: CustomField | undefined) => {
  const shows = input.HideDescription === undefined ? input.ShowDescription : !input.HideDescription
  return {
    showDescription: shows ?? current?.showDescription ?? true,
    forceFormDisabled: input.ForceFormDisabled ?? current?.forceFormDisabled ?? false,
    isPublic: input.IsPublic ?? current?.isPublic ?? false,
    isMemberEditable: input.IsMemberEditable ?? current?.isMemberEditable ?? false,
    isRequired: input.IsRequired ?? current?.isRequired ?? false,
    isArchived: input.IsArchived ?? current?.isArchived ?? false,
  }
}

const SCALE = 15
const NO_SCALE = { scaleMinimum: null, scaleMaximum: null, scaleMinimumLabel: null, scaleMaximumLabel: null }

const readScale = (
  { ScaleModel: sent }: CustomFieldEditInput,
  current: CustomField | undefined,
  dataTypeId: number,
  faults: FieldFaults,
): Pick<FieldData, keyof typeof NO_SCALE> => {
  if (dataTypeId !== SCALE) {
    if (sent) faults.add('/ScaleModel', 'goes with a Scale alone')
    return NO_SCALE
  }
  const kept = sent === undefined && current?.dataTypeId === SCALE ? current : null
  if (kept) {
    const { scaleMinimum, scaleMaximum, scaleMinimumLabel, scaleMaximumLabel } = kept
    return { scaleMinimum, scaleMaximum, scaleMinimumLabel, scaleMaximumLabel }
  }
  if (!sent) {
    faults.add('/ScaleModel', 'is needed for a Scale')
    return NO_SCALE
  }
  if (sent.Maximum <= sent.Minimum) faults.add('/ScaleModel/Maximum', 'must be above Minimum')
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
