import { DATA_TYPE } from '#areas/people/custom-fields/custom-fields.model'
import type { Field } from '#areas/people/custom-fields/values/field.model'
import { getContactFieldSets } from '#areas/people/custom-fields/values/fields.queries'
import { listActiveTypesAndLevels } from '#areas/people/memberships/types/membership-types.queries'
import type { Scope } from '#kernel/tenancy/scope'
import type { DescribedField, Description } from './descriptions.model.ts'

/** Values that are ids of records of one tenant, which mean nothing in another one. */
const LOCAL_TYPES = new Set<number>([DATA_TYPE.file, DATA_TYPE.contact])

const describeField = ({ id, displayName, dataTypeId, externalDataSource }: Field): DescribedField[] =>
  LOCAL_TYPES.has(dataTypeId) || externalDataSource !== null
    ? []
    : [{ Id: id, Name: displayName, DataType: dataTypeId }]

/** Describes this tenant as the source or target of a mapping: active types by name, their levels, and custom fields. */
export const describeTenant = async (scope: Scope): Promise<Description> => {
  const { types, levels } = await listActiveTypesAndLevels(scope)
  const sets = await getContactFieldSets(scope.db)
  return {
    Types: types.map(({ id, name, systemContactTypeId, coversPeople }) => ({
      ...{ Id: id, Name: name, OwnedBy: systemContactTypeId, CoversPeople: coversPeople },
    })),
    Levels: levels.map(({ id, typeId, name }) => ({ Id: id, TypeId: typeId, Name: name })),
    Individual: sets[1].fields.flatMap(describeField),
    Business: sets[2].fields.flatMap(describeField),
  }
}
