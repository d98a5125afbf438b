import type { CustomFieldGroup as GroupShape } from '#contract/people/custom-fields'
import type { CustomFieldGroup } from '#prisma/client'

export const presentFieldGroup = ({ id, name, displayOrder }: CustomFieldGroup): GroupShape => ({
  CustomFieldGroupId: id,
  CustomFieldGroupName: name,
  DisplayOrder: displayOrder === null ? null : String(displayOrder),
})
