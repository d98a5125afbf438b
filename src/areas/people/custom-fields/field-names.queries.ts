import { ruleRefused } from '#kernel/errors/problem'
import { requireUniqueName } from '#kernel/records/unique-name'
import type { Models } from '#kernel/tenancy/tenant-db'
import { foldedWords } from '#kernel/text/fold'
import type { CustomField } from '#prisma/client'
import type { FieldData } from './custom-fields.input.ts'
import { customFieldKind } from './custom-fields.queries.ts'

const MAX_LENGTH = 64

/**
 * Finds the storage name of a field: its permanent name, the name in the request, or a free name from its label.
 *
 * @throws 409 duplicate; 422 custom-field-rule if the request changes the name.
 */
export const findStorageName = async (
  tx: Models,
  tenantId: number,
  sent: string | null | undefined,
  current: CustomField | null,
  { objectTypeId, displayName }: FieldData,
): Promise<string> => {
  if (current && sent !== undefined && sent !== current.name)
    throw ruleRefused('custom-field-rule', 'The storage name of a field never changes.', [
      { pointer: '/Name', message: `must be ${current.name}` },
    ])
  const wanted = current?.name ?? sent
  const others = await tx.customField.findMany({
    where: { tenantId, objectTypeId, deletedAt: null, id: { not: current?.id ?? 0 } },
    select: { name: true, nameKey: true },
  })
  const findOther = (name: string) => others.find(({ nameKey }) => nameKey === name.toLowerCase())
  if (!wanted) return findFreeName(nameFromLabel(displayName), (name) => !findOther(name))
  requireUniqueName(customFieldKind, wanted, findOther(wanted))
  return wanted
}

/** "Größe (cm)" becomes GrosseCm. */
const nameFromLabel = (label: string): string => {
  const words = foldedWords(label).map((word) => word.replace(/[^a-z0-9]/g, ''))
  const name = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
  return (/^[A-Z]/.test(name) ? name : `Field${name}`).slice(0, MAX_LENGTH)
}

const findFreeName = (name: string, isFree: (name: string) => boolean): string => {
  if (isFree(name)) return name
  for (let n = 2; ; n++) {
    const next = name.slice(0, MAX_LENGTH - String(n).length) + n
    if (isFree(next)) return next
  }
}

/** Labels are unique within the object type and its form, directory and so on. @throws 409 duplicate. */
export const requireUniqueLabel = async (
  tx: Models,
  tenantId: number,
  id: number,
  { objectTypeId, displayName, formId, directoryId, contentListId, membershipTypeId, projectTypeId }: FieldData,
): Promise<void> => {
  const location = { objectTypeId, formId, directoryId, contentListId, membershipTypeId, projectTypeId }
  const others = await tx.customField.findMany({
    where: { tenantId, deletedAt: null, id: { not: id }, ...location },
    select: { displayName: true },
  })
  const key = displayName.toLowerCase()
  const other = others.find((field) => field.displayName.toLowerCase() === key)
  requireUniqueName(customFieldKind, displayName, other)
}
