import type { Scope } from '#kernel/tenancy/scope'
import { listSources, type Source } from '../exchanges/exchanges.queries.ts'

/** Lists the sources that this tenant has no connection with in their exchange, by name. */
export const listUnconnectedSources = async (scope: Scope): Promise<Source[]> => {
  const { tenantId, prisma } = scope.db
  const sources = await listSources(scope)
  const connections = await prisma.connection.findMany({
    where: { tenantId, isSource: false, deletedAt: null },
    select: { exchangeId: true, otherKey: true },
  })
  const isConnected = ({ exchange, party }: Source) =>
    connections.some(({ exchangeId, otherKey }) => exchangeId === exchange.id && otherKey === party.key)
  return sources
    .filter((source) => !isConnected(source))
    .sort((a, b) => a.party.name.localeCompare(b.party.name) || a.exchange.id - b.exchange.id)
}
