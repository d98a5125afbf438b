import type { CustomFieldGroup as GroupShape } from '#contract/people/custom-fields'
import type { IntLookupChoice } from '#contract/shared'
import type { CustomFieldGroup } from '#prisma/client'

export const presentFieldGroup = ({ id, name, displayOrder }: CustomFieldGroup): GroupShape => ({
  CustomFieldGroupId: id,
  CustomFieldGroupName: name,
  DisplayOrder: displayOrder === null ? null : String(displayOrder),
})

/** Presents an entry of a list of names; `order` is its position, from 1. */
export const presentNamedChoice = ({ id, name }: { id: number; name: string }, order: number): IntLookupChoice => ({
  Id: id,
  Name: name,
  ExtraData: null,
  CssColor: null,
  IsSelected: false,
  IsDeleted: false,
  Order: order,
})
