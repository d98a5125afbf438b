import type { CustomFieldDirectoryListingEdit } from '#contract/people/custom-fields'
import type { IntLookupChoice } from '#contract/shared'
import type { CustomField, DirectoryListingType } from '#prisma/client'
import { objectTypeNames } from '../custom-fields.model.ts'
import { presentField } from '../custom-fields.presenter.ts'
import type { FieldForEditing } from '../custom-fields.queries.ts'
import { presentNamedChoice } from '../groups/groups.presenter.ts'

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

export const presentUnitField = (field: CustomField, order: number): IntLookupChoice => ({
  ...presentNamedChoice({ id: field.id, name: field.displayName }, order),
  ExtraData: objectTypeNames[field.objectTypeId] ?? null,
})
