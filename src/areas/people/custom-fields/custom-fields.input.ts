import type { CustomFieldEditInput } from '#contract/people/custom-fields'
import { isVisible } from '#kernel/text/one-line'
import type { CustomField } from '#prisma/client'
import { OBJECT_TYPE } from './custom-fields.model.ts'
import { type FieldFaults, type FieldType, parseDigits, parseFieldType } from './data-types.input.ts'
import { type FieldLocation, parseLocation } from './locations/locations.input.ts'

/** The columns of a field that a save sets, except storage name, group and section. */
export type FieldData = FieldLocation &
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
    | 'displayWidth'
    | 'cssClass'
    | 'isPublic'
    | 'isMemberEditable'
    | 'isRequired'
    | 'isArchived'
  >

/** The object types that no record has: a field of an edition for them would never have a value. */
const WITHOUT_VALUES: readonly (number | null)[] = [OBJECT_TYPE.form, OBJECT_TYPE.edition]

/** The group of a field; for a field of a form, its section. */
export type Grouping = Pick<CustomField, 'groupId' | 'formSectionId'>

/**
 * Parses a field. A property that is left out keeps its value.
 *
 * @param shown the field of contacts that the input or the current field references, if any.
 */
export const parseField = (
  input: CustomFieldEditInput,
  current: CustomField | null,
  shown: CustomField | null,
  faults: FieldFaults,
): FieldData => {
  const objectTypeId = parseDigits(input.ObjectTypeId, current?.objectTypeId) ?? 0
  if (objectTypeId === 0) faults.add('/ObjectTypeId', 'is required')
  const location = parseLocation(input, current, objectTypeId, faults)
  const type = parseFieldType(input, current, location.existingFieldId === null ? null : shown, faults)
  const searchObjectTypeId = parseDigits(input.SearchObjectTypeId, current?.searchObjectTypeId)
  if (objectTypeId === OBJECT_TYPE.edition && searchObjectTypeId === null)
    faults.add('/SearchObjectTypeId', 'is required for a field of an edition')
  if (objectTypeId === OBJECT_TYPE.edition && WITHOUT_VALUES.includes(searchObjectTypeId))
    faults.add('/SearchObjectTypeId', 'must be a kind of record that has values')
  return {
    ...location,
    objectTypeId,
    searchObjectTypeId,
    ...type,
    ...parseTexts(input, current, faults),
    ...parseFlags(input, current),
    displayOrder: parseDigits(input.DisplayOrder, current?.displayOrder),
    displayWidth: parseDigits(input.DisplayWidth, current?.displayWidth),
  }
}

const parseTexts = (input: CustomFieldEditInput, current: CustomField | null, faults: FieldFaults) => {
  const { DisplayName, Description, CssClass } = input
  const displayName = (DisplayName === undefined ? current?.displayName : DisplayName?.trim()) ?? ''
  if (!isVisible(displayName)) faults.add('/DisplayName', 'is required and must not be blank')
  faults.checkLine('/DisplayName', displayName)
  return {
    displayName,
    description: (Description === undefined ? current?.description : Description?.trim()) || null,
    cssClass: (CssClass === undefined ? current?.cssClass : CssClass?.trim()) || null,
  }
}

const parseFlags = (input: CustomFieldEditInput, current: CustomField | null) => {
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

/** Parses the group; for a field of a form, its section. What is left out stays, unless the form changes. */
export const parseGrouping = (
  { CustomFieldGroupId: sent }: CustomFieldEditInput,
  current: CustomField | null,
  { formId }: FieldData,
): Grouping => {
  const id = sent === undefined ? undefined : Number(sent) || null
  if (formId === null) return { groupId: id === undefined ? (current?.groupId ?? null) : id, formSectionId: null }
  const kept = current?.formId === formId ? current.formSectionId : null
  return { groupId: null, formSectionId: id === undefined ? kept : id }
}
