import type { CustomFieldDirectoryListingEdit } from '#contract/people/custom-fields'
import type { IntLookupChoice } from '#contract/shared'
import { presentChoices } from '#kernel/http/lookup-choices'
import type { CustomField, DirectoryListingType } from '#prisma/client'
import { objectTypeNames } from '../custom-fields.model.ts'
import { presentField } from '../custom-fields.presenter.ts'
import type { FieldForEditing } from '../custom-fields.queries.ts'

/** Presents a field of directory listings. A listing type without a stored choice shows it. */
export const presentListingField = (
  found: FieldForEditing,
  types: readonly DirectoryListingType[],
): CustomFieldDirectoryListingEdit => ({
  ...presentField(found),
  ObjectTypeId: '8',
  ActiveListingTypes: types.map(({ id, name }) => ({
    Id: id,
    Name: name,
    IsActive: found.field.listingTypes.find(({ listingTypeId }) => listingTypeId === id)?.isActive ?? true,
  })),
})

/** @param selected the fields that are the unit of a level. */
export const presentUnitFields = (fields: readonly CustomField[], selected: ReadonlySet<number>): IntLookupChoice[] =>
  presentChoices(
    fields.map(({ id, displayName, objectTypeId }) => ({
      id,
      name: displayName,
      extra: objectTypeNames[objectTypeId] ?? null,
    })),
  ).map((choice) => ({ ...choice, IsSelected: selected.has(choice.Id) }))

interface NewLocation {
  directoryId?: number
  contentListId?: number
}

/** Returns the initial values of a new field of directory listings or of a content list. */
export const buildNewField = (tenantId: number, { directoryId, contentListId }: NewLocation): FieldForEditing => ({
  hasValues: false,
  field: {
    tenantId,
    id: 0,
    auditId: 0,
    objectTypeId: 8,
    searchObjectTypeId: null,
    name: '',
    nameKey: '',
    displayName: '',
    description: null,
    showDescription: true,
    forceFormDisabled: false,
    dataTypeId: 1,
    dataSize: null,
    scaleMinimum: null,
    scaleMaximum: null,
    scaleMinimumLabel: null,
    scaleMaximumLabel: null,
    groupId: null,
    formSectionId: null,
    existingFieldId: null,
    existingField: null,
    contentListId: contentListId ?? null,
    directoryId: directoryId ?? null,
    formId: null,
    membershipTypeId: null,
    membershipLevelId: null,
    projectTypeId: null,
    standardFieldId: null,
    externalDataSource: null,
    displayOrder: null,
    displayWidth: null,
    cssClass: null,
    isPublic: false,
    isMemberEditable: false,
    isRequired: false,
    isArchived: false,
    isSystem: false,
    isSwitchedOn: false,
    deletedAt: null,
    createdAt: new Date(0),
    choices: [],
    children: [],
    listingTypes: [],
  },
})
