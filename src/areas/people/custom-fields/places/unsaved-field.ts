import type { FieldForEditing } from '../custom-fields.queries.ts'

interface Place {
  directoryId?: number
  contentListId?: number
}

/** A field of directory listings or of a content list that is not created yet, as a form for it starts. */
export const unsavedField = (tenantId: number, { directoryId, contentListId }: Place): FieldForEditing => ({
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
