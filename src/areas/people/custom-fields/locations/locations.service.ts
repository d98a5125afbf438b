import type { CustomFieldDirectoryListingEditInput } from '#contract/people/custom-fields'
import { type FieldFault, ruleRefused } from '#kernel/errors/problem'
import type { ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { CustomField } from '#prisma/client'
import { PLACED } from '../custom-fields.model.ts'
import { getField } from '../custom-fields.queries.ts'
import { type SavedField, saveField } from '../custom-fields.service.ts'

/**
 * Creates a field of a directory's listings (id 0) or changes one, with the listing types that show it.
 *
 * @throws as saveField does; 404 for a field of anything else; 422 for a listing type of another directory.
 */
export const saveListingField = async (
  scope: Scope,
  id: number,
  input: CustomFieldDirectoryListingEditInput,
  expected: ExpectedVersion,
): Promise<SavedField> => {
  if (id !== 0) await getField(scope, id, { objectTypeId: PLACED.directoryListing, directoryId: { not: null } })
  const { ActiveListingTypes, ...field } = input
  return saveField(scope, id, { ...field, ObjectTypeId: '8', ContentListId: null }, expected, (tx, saved) =>
    writeListingTypes(tx, saved, ActiveListingTypes ?? []),
  )
}

type Choices = NonNullable<CustomFieldDirectoryListingEditInput['ActiveListingTypes']>

/** Types that are not named stay as they are; without a word a type shows the field. */
const writeListingTypes = async (tx: Transaction, field: CustomField, choices: Choices): Promise<void> => {
  const { tenantId, id: fieldId, directoryId } = field
  const types = await tx.directoryListingType.findMany({ where: { tenantId, directoryId: directoryId ?? 0 } })
  const errors = choices.flatMap(({ Id }, place): FieldFault[] =>
    types.some(({ id }) => id === Id)
      ? []
      : [{ pointer: `/ActiveListingTypes/${place}/Id`, message: 'is no listing type of the directory' }],
  )
  if (errors.length > 0)
    throw ruleRefused('unknown-reference', 'The request refers to records that do not exist.', errors)
  const known = types.map(({ id }) => id)
  await tx.customFieldListingType.deleteMany({ where: { tenantId, fieldId, listingTypeId: { notIn: known } } })
  for (const { Id: listingTypeId, IsActive } of choices) {
    const isActive = IsActive ?? true
    await tx.customFieldListingType.upsert({
      where: { tenantId_fieldId_listingTypeId: { tenantId, fieldId, listingTypeId } },
      create: { tenantId, fieldId, listingTypeId, isActive },
      update: { isActive },
    })
  }
}
