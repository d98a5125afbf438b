import type { CustomFieldEditInput } from '#contract/people/custom-fields'
import type { CustomField } from '#prisma/client'
import { OBJECT_TYPE } from '../custom-fields.model.ts'
import type { FieldFaults } from '../data-types.input.ts'

/** The records that a field belongs to, in addition to its object type. */
export type FieldLocation = Pick<
  CustomField,
  | 'contentListId'
  | 'directoryId'
  | 'formId'
  | 'membershipTypeId'
  | 'membershipLevelId'
  | 'projectTypeId'
  | 'standardFieldId'
  | 'existingFieldId'
>

interface Reference {
  column: keyof FieldLocation
  name: keyof CustomFieldEditInput
  /** The object types whose fields can have it. */
  objectTypes: readonly number[]
}

const REFERENCES: readonly Reference[] = [
  { column: 'contentListId', name: 'ContentListId', objectTypes: [8] },
  { column: 'directoryId', name: 'DirectoryId', objectTypes: [8] },
  { column: 'formId', name: 'FormId', objectTypes: [9] },
  { column: 'membershipTypeId', name: 'MembershipTypeId', objectTypes: [4, 5] },
  { column: 'membershipLevelId', name: 'MembershipTypeOptionId', objectTypes: [4] },
  { column: 'projectTypeId', name: 'ProjectTypeId', objectTypes: [10] },
  { column: 'standardFieldId', name: 'StandardFieldId', objectTypes: [7, 8, 9] },
  { column: 'existingFieldId', name: 'ExistingCustomFieldId', objectTypes: [6, 7, 8, 9] },
]

/** Parses the location of a field. A reference that is left out stays if the object type allows it. */
export const parseLocation = (
  input: CustomFieldEditInput,
  current: CustomField | null,
  objectTypeId: number,
  faults: FieldFaults,
): FieldLocation => {
  const location = {} as FieldLocation
  for (const { column, name, objectTypes } of REFERENCES) {
    const isAllowed = objectTypes.includes(objectTypeId)
    const sent = input[name]
    location[column] = sent === undefined ? (isAllowed && current?.[column]) || null : Number(sent) || null
    if (location[column] !== null && !isAllowed) faults.add(`/${name}`, 'is not allowed for this ObjectTypeId')
  }
  if (input.Exists === false) location.existingFieldId = null
  if (input.Exists && location.existingFieldId === null)
    faults.add('/ExistingCustomFieldId', 'is required if Exists is true')
  checkRequired(location, objectTypeId, faults)
  return location
}

const checkRequired = (location: FieldLocation, objectTypeId: number, faults: FieldFaults): void => {
  const { directoryId, contentListId, formId, membershipTypeId, membershipLevelId } = location
  const { existingFieldId, standardFieldId } = location
  if (objectTypeId === OBJECT_TYPE.directoryListing && (directoryId === null) === (contentListId === null))
    faults.add('/DirectoryId', 'or ContentListId is required, but not both')
  if (objectTypeId === OBJECT_TYPE.form && formId === null) faults.add('/FormId', 'is required for a field of a form')
  if (directoryId !== null && standardFieldId !== null)
    faults.add('/StandardFieldId', 'is not allowed for a field of a directory')
  // Forms and content lists have no records of their own: their fields show what contacts have.
  if ((formId ?? contentListId) !== null && (existingFieldId ?? standardFieldId) === null)
    faults.add('/ExistingCustomFieldId', 'or StandardFieldId is required for a field of a form or content list')
  if (membershipLevelId !== null && membershipTypeId === null)
    faults.add('/MembershipTypeId', 'is required if MembershipTypeOptionId has a value')
}
