import type { Database } from '#kernel/database/database'
import type { CustomField, Prisma } from '#prisma/client'

type NewField = Partial<Omit<Prisma.CustomFieldUncheckedCreateInput, 'tenantId' | 'id'>> & {
  name: string
  dataTypeId: number
}

/** Creates a custom field with its choices. It belongs to individuals unless `objectTypeId` says otherwise. */
export const addField = async (
  { system }: Database,
  tenantId: number,
  { choices = [], ...input }: Omit<NewField, 'choices'> & { choices?: string[] },
): Promise<CustomField & { choiceIds: number[] }> => {
  const { name } = input
  const field = await system.customField.create({
    data: { tenantId, objectTypeId: 2, nameKey: name.toLowerCase(), displayName: `The ${name}`, ...input },
  })
  const choiceIds: number[] = []
  for (const [index, label] of choices.entries()) {
    const data = { tenantId, fieldId: field.id, name: label, nameKey: label.toLowerCase(), displayOrder: index + 1 }
    choiceIds.push((await system.customFieldChoice.create({ data })).id)
  }
  return { ...field, choiceIds }
}
