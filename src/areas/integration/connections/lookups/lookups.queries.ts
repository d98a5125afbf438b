import type { Scope } from '#kernel/tenancy/scope'
import { listSources, type Source } from '../exchanges/exchanges.queries.ts'

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
