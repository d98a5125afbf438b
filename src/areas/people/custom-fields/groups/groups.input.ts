import type { CustomFieldGroupInput } from '#contract/people/custom-fields'
import { ruleRefused } from '#kernel/errors/problem'
import { oneLine } from '#kernel/text/one-line'
import type { CustomFieldGroup } from '#prisma/client'

export type FieldGroupData = Pick<CustomFieldGroup, 'name' | 'nameKey' | 'displayOrder'>

/** Parses a group. A field that is left out keeps its value. @throws 422 name-needed. */
export const parseFieldGroup = (
  { CustomFieldGroupName, DisplayOrder }: CustomFieldGroupInput,
  current: CustomFieldGroup | null,
): FieldGroupData => {
  const name = oneLine((CustomFieldGroupName === undefined ? current?.name : CustomFieldGroupName) ?? '')
  if (!name)
    throw ruleRefused('name-needed', 'A group requires a name.', [
      { pointer: '/CustomFieldGroupName', message: 'is required and must not be blank' },
    ])
  const displayOrder = DisplayOrder === undefined ? (current?.displayOrder ?? null) : Number(DisplayOrder) || null
  return { name, nameKey: name.toLowerCase(), displayOrder }
}
