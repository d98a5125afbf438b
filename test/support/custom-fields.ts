import type { Database } from '#kernel/database/database'
import type { CustomField, Prisma } from '#prisma/client'

type Made = Partial<Omit<Prisma.CustomFieldUncheckedCreateInput, 'tenantId' | 'id'>> & {
  name: string
  dataTypeId: number
}

/** A custom field of individuals, where not said otherwise, with its choices in their order. */
export const addField = async (
  { system }: Database,
  tenantId: number,
  { choices = [], ...made }: Omit<Made, 'choices'> & { choices?: string[] },
): Promise<CustomField & { choiceIds: number[] }> => {
  const { name } = made
  const field = await system.customField.create({
    data: { tenantId, objectTypeId: 2, nameKey: name.toLowerCase(), displayName: `The ${name}`, ...made },
  })
  const choiceIds: number[] = []
  for (const [place, label] of choices.entries()) {
    const data = { tenantId, fieldId: field.id, name: label, nameKey: label.toLowerCase(), displayOrder: place + 1 }
    choiceIds.push((await system.customFieldChoice.create({ data })).id)
  }
  return { ...field, choiceIds }
}
