import type { Scope } from '#kernel/tenancy/scope'
import type { CustomField } from '#prisma/client'
import { editionListing } from '../custom-fields.listing.ts'
import { PLACED } from '../custom-fields.model.ts'
import { allFields } from '../custom-fields.queries.ts'

/** What the tenant's edition switches on (EditionFields in the contract) as JSON text. */
export const readEditionFields = async (scope: Scope, filter: string | undefined): Promise<string> => {
  const fields = await allFields(scope, editionListing, filter)
  const { isRealEstateEdition, mlsType } = scope.tenant
  const service = JSON.stringify(isRealEstateEdition ? mlsType : null)
  return `{"ObjectTypeId":"${PLACED.edition}","CustomFields":${fields},"MLSType":${service}}`
}

/** Every field that editions offer. */
export const listOfferedFields = ({ db }: Scope): Promise<CustomField[]> =>
  db.prisma.customField.findMany({
    where: { tenantId: db.tenantId, objectTypeId: PLACED.edition, deletedAt: null, isArchived: false },
    orderBy: [{ displayOrder: { sort: 'asc', nulls: 'last' } }, { id: 'asc' }],
  })
