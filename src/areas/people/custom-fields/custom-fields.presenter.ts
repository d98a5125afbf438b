import type { CustomFieldEdit, CustomFieldGroup as GroupShape } from '#contract/people/custom-fields'
import type { CustomFieldGroup } from '#prisma/client'
import { hasChoices, objectTypeNames } from './custom-fields.model.ts'
import type { FieldForEditing, FieldWithParts } from './custom-fields.queries.ts'

const text = (value: number | null): string | null => (value === null ? null : String(value))

/** Presents a field for editing. The documents define some ids and small numbers as texts. */
export const presentField = ({ field, hasValues }: FieldForEditing): CustomFieldEdit => ({
  Id: field.id,
  CustomFieldId: field.id,
  AuditId: field.auditId,
  ForceFormDisabled: field.forceFormDisabled,
  HideDescription: !field.showDescription,
  ShowDescription: field.showDescription,
  ...presentLocation(field),
  Name: field.name || null,
  DisplayName: field.displayName || null,
  Description: field.description,
  ...presentType(field.existingField ?? field),
  CustomFieldGroupId: text(field.formSectionId ?? field.groupId),
  StandardFieldId: text(field.standardFieldId) as CustomFieldEdit['StandardFieldId'],
  ChildCustomFields: field.children.map(({ childId, child, showForValue, displayOrder }) => ({
    CustomFieldId: childId,
    DisplayName: child.displayName,
    ShowForValue: showForValue,
    Order: displayOrder,
  })),
  IsPublic: field.isPublic,
  IsMemberEditable: field.isMemberEditable,
  IsRequired: field.isRequired,
  IsArchived: field.isArchived,
  DisplayOrder: text(field.displayOrder),
  HasValues: hasValues,
  DisplayWidth: text(field.displayWidth) as CustomFieldEdit['DisplayWidth'],
  CssClass: field.cssClass,
  TenantId: field.tenantId,
})

const presentLocation = (field: FieldWithParts) => ({
  ObjectTypeId: text(field.objectTypeId) as CustomFieldEdit['ObjectTypeId'],
  ObjectType: objectTypeNames[field.objectTypeId] ?? null,
  Exists: field.existingFieldId !== null,
  SearchObjectTypeId: text(field.searchObjectTypeId ?? field.objectTypeId) as CustomFieldEdit['SearchObjectTypeId'],
  ExistingCustomFieldId: text(field.existingFieldId),
  ContentListId: text(field.contentListId),
  DirectoryId: text(field.directoryId),
  FormId: text(field.formId),
  MembershipTypeOptionId: text(field.membershipLevelId),
  ProjectTypeId: text(field.projectTypeId),
  MembershipTypeId: text(field.membershipTypeId),
})

type Typed = NonNullable<FieldWithParts['existingField']>

/** Presents the type of a field; if it shows a field of contacts, the type of that field. */
const presentType = (field: Typed) => ({
  CustomFieldDataTypeId: text(field.dataTypeId) as CustomFieldEdit['CustomFieldDataTypeId'],
  ScaleModel: presentScale(field),
  DataSize: text(field.dataSize),
  ...presentChoices(field),
  ExternalDataSource: field.externalDataSource as CustomFieldEdit['ExternalDataSource'],
})

const presentScale = ({ scaleMinimum, scaleMaximum, scaleMinimumLabel, scaleMaximumLabel }: Typed) =>
  scaleMinimum === null || scaleMaximum === null
    ? null
    : {
        Minimum: scaleMinimum,
        Maximum: scaleMaximum,
        MinimumLabel: scaleMinimumLabel,
        MaximumLabel: scaleMaximumLabel,
      }

const presentChoices = ({ dataTypeId, choices }: Typed) => ({
  SelectListData: hasChoices(dataTypeId) ? choices.map(({ name }) => name).join('\n') : null,
  SelectListItems: hasChoices(dataTypeId)
    ? choices.map(({ id, name, displayOrder, isActive, isDefault }) => ({
        Id: id,
        Name: name,
        Order: displayOrder,
        IsActive: isActive,
        IsDefault: isDefault,
      }))
    : null,
})

export const presentFieldGroup = ({ id, name, displayOrder }: CustomFieldGroup): GroupShape => ({
  CustomFieldGroupId: id,
  CustomFieldGroupName: name,
  DisplayOrder: displayOrder === null ? null : String(displayOrder),
})
