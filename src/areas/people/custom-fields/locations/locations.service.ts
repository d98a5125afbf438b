import type { CustomFieldDirectoryListingEditInput } from '#contract/people/custom-fields'
import type { VersionedRow } from '#kernel/listing/list-rows'
import { referenceFault, unknownReferences } from '#kernel/records/references'
import type { ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { CustomField } from '#prisma/client'
import { OBJECT_TYPE } from '../custom-fields.model.ts'
import { getField } from '../custom-fields.queries.ts'
import { saveField } from '../custom-fields.service.ts'

/**
 * Creates a field of a directory's listings (id 0) or changes one, with the listing types that show it.
 *
 * @throws as saveField; 404 for a field with another location; 422 unknown-reference for a listing type of another
 *   directory.
 */
export const saveListingField = async (
  scope: Scope,
  id: number,
  input: CustomFieldDirectoryListingEditInput,
  expected: ExpectedVersion,
): Promise<VersionedRow> => {
  if (id !== 0) await getField(scope, id, { objectTypeId: OBJECT_TYPE.directoryListing, directoryId: { not: null } })
  const { ActiveListingTypes, ...field } = input
  return saveField(scope, id, { ...field, ObjectTypeId: '8', ContentListId: null }, expected, (tx, saved) =>
    saveListingTypes(tx, saved, ActiveListingTypes ?? []),
  )
}

type Choices = NonNullable<CustomFieldDirectoryListingEditInput['ActiveListingTypes']>

// Types that are not sent do not change. A type without a stored choice shows the field.
const saveListingTypes = async (tx: Transaction, field: CustomField, choices: Choices): Promise<void> => {
  const { tenantId, id: fieldId, directoryId } = field
  const types = await tx.directoryListingType.findMany({ where: { tenantId, directoryId: directoryId ?? 0 } })
  const faults = choices.flatMap(({ Id }, index) =>
    types.some(({ id }) => id === Id)
      ? []
      : [referenceFault(`/ActiveListingTypes/${index}/Id`, 'listing type of the directory')],
  )
  if (faults.length > 0) throw unknownReferences(faults)
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
