import type { CustomFieldEditInput } from '#contract/people/custom-fields'
import { isVisible } from '#kernel/text/one-line'
import type { CustomField } from '#prisma/client'
import { PLACED } from './custom-fields.model.ts'
import { type FieldType, readType } from './data-types.input.ts'
import type { FieldFaults } from './field-faults.input.ts'
import { type FieldPlaces, readPlaces } from './locations/locations.input.ts'
import { readDigits } from './saving/read-digits.ts'

/** What of a field a save decides, its storage name, group and section apart. */
export type FieldData = FieldPlaces &
  FieldType &
  Pick<
    CustomField,
    | 'objectTypeId'
    | 'searchObjectTypeId'
    | 'displayName'
    | 'description'
    | 'showDescription'
    | 'forceFormDisabled'
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
  const objectTypeId = readDigits(input.ObjectTypeId, current?.objectTypeId) ?? 0
  if (objectTypeId === 0) faults.add('/ObjectTypeId', 'is needed')
  const places = readPlaces(input, current, objectTypeId, faults)
  const type = readType(input, current, places.existingFieldId === null ? null : shown, faults)
  const searchObjectTypeId = readDigits(input.SearchObjectTypeId, current?.searchObjectTypeId)
  if (objectTypeId === PLACED.edition && searchObjectTypeId === null)
    faults.add('/SearchObjectTypeId', 'is needed for a field of an edition: whose records carry it')
  return {
    ...places,
    objectTypeId,
    searchObjectTypeId,
    ...type,
    ...readWords(input, current, faults),
    ...readFlags(input, current),
    displayOrder: readDigits(input.DisplayOrder, current?.displayOrder),
  }
}

const readWords = (input: CustomFieldEditInput, current: CustomField | undefined, faults: FieldFaults) => {
  const { DisplayName, Description, CssClass } = input
  const displayName = (DisplayName === undefined ? current?.displayName : DisplayName?.trim()) ?? ''
  if (!isVisible(displayName)) faults.add('/DisplayName', 'is needed and must not be blank')
  faults.line('/DisplayName', displayName)
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
