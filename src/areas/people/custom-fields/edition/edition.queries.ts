import type { Scope } from '#kernel/tenancy/scope'
import type { CustomField } from '#prisma/client'
import { editionFieldList } from '../custom-fields.listing.ts'
import { OBJECT_TYPE } from '../custom-fields.model.ts'
import { listFields } from '../custom-fields.queries.ts'

/** Returns the fields that the tenant's edition switches on (EditionFields in the contract) as JSON text. */
export const getEditionFields = async (scope: Scope, query: { filter?: string }): Promise<string> => {
  const fields = await listFields(scope, editionFieldList, query)
  const { isRealEstateEdition, mlsType } = scope.tenant
  const service = JSON.stringify(isRealEstateEdition ? mlsType : null)
  return `{"ObjectTypeId":"${OBJECT_TYPE.edition}","CustomFields":${fields},"MLSType":${service}}`
}

/** Lists all fields of editions. */
export const listOfferedFields = ({ db }: Scope): Promise<CustomField[]> =>
  db.prisma.customField.findMany({
    where: { tenantId: db.tenantId, objectTypeId: OBJECT_TYPE.edition, deletedAt: null, isArchived: false },
    orderBy: [{ displayOrder: { sort: 'asc', nulls: 'last' } }, { id: 'asc' }],
  })
