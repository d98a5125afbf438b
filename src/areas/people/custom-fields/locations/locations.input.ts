import type { CustomFieldEditInput } from '#contract/people/custom-fields'
import type { CustomField } from '#prisma/client'
import { PLACED } from '../custom-fields.model.ts'
import type { FieldFaults } from '../field-faults.input.ts'

/** Where a field belongs, besides its object type. */
export type FieldPlaces = Pick<
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

interface Place {
  column: keyof FieldPlaces
  name: keyof CustomFieldEditInput
  /** The object types whose fields may name it. */
  objectTypes: readonly number[]
}

const PLACES: readonly Place[] = [
  { column: 'contentListId', name: 'ContentListId', objectTypes: [8] },
  { column: 'directoryId', name: 'DirectoryId', objectTypes: [8] },
  { column: 'formId', name: 'FormId', objectTypes: [9] },
  { column: 'membershipTypeId', name: 'MembershipTypeId', objectTypes: [4, 5] },
  { column: 'membershipLevelId', name: 'MembershipTypeOptionId', objectTypes: [4, 5] },
  { column: 'projectTypeId', name: 'ProjectTypeId', objectTypes: [10] },
  { column: 'standardFieldId', name: 'StandardFieldId', objectTypes: [7, 9] },
  { column: 'existingFieldId', name: 'ExistingCustomFieldId', objectTypes: [6, 7, 8, 9] },
]

/** What is left out stays as far as it fits the object type. */
export const readPlaces = (
  input: CustomFieldEditInput,
  current: CustomField | undefined,
  objectTypeId: number,
  faults: FieldFaults,
): FieldPlaces => {
  const places = {} as FieldPlaces
  for (const { column, name, objectTypes } of PLACES) {
    const fits = objectTypes.includes(objectTypeId)
    const sent = input[name]
    places[column] = sent === undefined ? (fits && current?.[column]) || null : Number(sent) || null
    if (places[column] !== null && !fits) faults.add(`/${name}`, 'does not go with this ObjectTypeId')
  }
  if (input.Exists === false) places.existingFieldId = null
  if (input.Exists && places.existingFieldId === null) faults.add('/ExistingCustomFieldId', 'is needed: Exists is true')
  demandPlaces(places, objectTypeId, faults)
  return places
}

const demandPlaces = (places: FieldPlaces, objectTypeId: number, faults: FieldFaults): void => {
  const { directoryId, contentListId, formId, membershipTypeId, membershipLevelId } = places
  if (objectTypeId === PLACED.directoryListing && (directoryId === null) === (contentListId === null))
    faults.add('/DirectoryId', 'or ContentListId is needed, one of them')
  if (objectTypeId === PLACED.form && formId === null) faults.add('/FormId', 'is needed for a field of a form')
  if (membershipLevelId !== null && membershipTypeId === null)
    faults.add('/MembershipTypeId', 'is needed where MembershipTypeOptionId is given')
}
