import { listSharedFields, type SharedField } from '#areas/people/custom-fields/shared-values/shared-values.queries'
import { listActiveTypesAndLevels } from '#areas/people/memberships/types/membership-types.queries'
import type { Scope } from '#kernel/tenancy/scope'
import { listSources, type Source } from '../exchanges/exchanges.queries.ts'
import type { DescribedField, Description } from './descriptions.model.ts'

/** Lists the sources that this tenant has no connection with, by name. */
export const listUnconnectedSources = async (scope: Scope): Promise<Source[]> => {
  const { tenantId, prisma } = scope.db
  const sources = await listSources(scope)
  const connections = await prisma.connection.findMany({
    where: { tenantId, isSource: false, deletedAt: null },
    select: { otherKey: true, otherInstallation: true },
  })
  const isConnected = ({ party }: Source) =>
    connections.some(
      ({ otherKey, otherInstallation }) => otherKey === party.key && otherInstallation === party.installation,
    )
  return sources
    .filter((source) => !isConnected(source))
    .sort((a, b) => a.party.name.localeCompare(b.party.name) || a.exchange.id - b.exchange.id)
}

const describeField = ({ id, displayName, dataTypeId }: SharedField): DescribedField => ({
  Id: id,
  Name: displayName,
  DataType: dataTypeId,
})

/** Describes this tenant as the source or target of a mapping: active types by name, their levels, and custom fields. */
export const describeTenant = async (scope: Scope): Promise<Description> => {
  const { types, levels } = await listActiveTypesAndLevels(scope)
  const fields = await listSharedFields(scope)
  return {
    Types: types.map(({ id, name, systemContactTypeId, coversPeople }) => ({
      Id: id,
      Name: name,
      OwnedBy: systemContactTypeId,
      CoversPeople: coversPeople,
    })),
    Levels: levels.map(({ id, typeId, name }) => ({ Id: id, TypeId: typeId, Name: name })),
    Individual: fields[1].map(describeField),
    Business: fields[2].map(describeField),
  }
}
