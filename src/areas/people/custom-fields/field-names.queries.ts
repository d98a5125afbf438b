import { conflict, ruleRefused } from '#kernel/errors/problem'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { foldedWords } from '#kernel/text/fold'
import type { CustomField } from '#prisma/client'
import type { FieldData } from './custom-fields.input.ts'

const LONGEST = 64

/** The storage name of a field: the one that it has for good, the one sent, or one made from its label. */
export const storageName = async (
  tx: Transaction,
  tenantId: number,
  sent: string | null | undefined,
  current: CustomField | undefined,
  { objectTypeId, displayName }: FieldData,
): Promise<string> => {
  const isOther = current && sent !== undefined && sent !== current.name
  if (isOther)
    throw ruleRefused('custom-field-rule', 'The storage name of a field never changes.', [
      { pointer: '/Name', message: `stays ${current.name}` },
    ])
  const wanted = current?.name ?? sent
  const others = await tx.customField.findMany({
    where: { tenantId, objectTypeId, deletedAt: null, id: { not: current?.id ?? 0 } },
    select: { name: true, nameKey: true },
  })
  const isFree = (name: string) => others.every(({ nameKey }) => nameKey !== name.toLowerCase())
  if (!wanted) return firstFree(nameFromLabel(displayName), isFree)
  if (!isFree(wanted)) throw conflict('duplicate', `There is another field with the name "${wanted}".`)
  return wanted
}

/** "Größe (cm)" becomes GrosseCm. */
const nameFromLabel = (label: string): string => {
  const words = foldedWords(label).map((word) => word.replace(/[^a-z0-9]/g, ''))
  const name = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
  return (/^[A-Z]/.test(name) ? name : `Field${name}`).slice(0, LONGEST)
}

const firstFree = (name: string, isFree: (name: string) => boolean): string => {
  if (isFree(name)) return name
  for (let n = 2; ; n++) {
    const next = name.slice(0, LONGEST - String(n).length) + n
    if (isFree(next)) return next
  }
}

/** Labels are told apart where they stand together: within the object type and its form, directory and so on. */
export const assertLabelIsFree = async (
  tx: Transaction,
  tenantId: number,
  id: number,
  { objectTypeId, displayName, formId, directoryId, contentListId, membershipTypeId, projectTypeId }: FieldData,
): Promise<void> => {
  const place = { objectTypeId, formId, directoryId, contentListId, membershipTypeId, projectTypeId }
  const others = await tx.customField.findMany({
    where: { tenantId, deletedAt: null, id: { not: id }, ...place },
    select: { displayName: true },
  })
  const key = displayName.toLowerCase()
  if (others.some((other) => other.displayName.toLowerCase() === key))
    throw conflict('duplicate', `There is another field called "${displayName}" in the same place.`)
}
