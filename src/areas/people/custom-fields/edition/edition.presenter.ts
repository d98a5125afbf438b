import type { EditionSettings } from '#contract/people/custom-fields'
import type { CustomField } from '#prisma/client'

type Setting = NonNullable<EditionSettings['CustomFieldSettings']>[number]

/** A field of editions, and whether the tenant's edition switches it on. */
export const presentSetting = (field: CustomField): Setting => ({
  CustomFieldId: field.id,
  SearchObjectTypeId: String(field.searchObjectTypeId ?? field.objectTypeId) as Setting['SearchObjectTypeId'],
  Name: field.name,
  DisplayName: field.displayName,
  IsEnabled: field.isSwitchedOn,
  IsRequired: field.isRequired,
  DisplayOrder: field.displayOrder ?? 0,
})
