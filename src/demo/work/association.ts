import { receiveTransaction } from '#areas/integration/association-sync/transactions/transactions.service'
import type { Scope } from '#kernel/tenancy/scope'

/** Members of the demonstration that the national body knows. */
const MAX_MEMBERS = 6
const FIRST_NUMBER = 300_100
const ACTIVE = 2

/**
 * Connects some active members with numbers of the national body, as its transactions do. One is from a state body, so that the
 * queue of the registry has a row.
 */
export const loadAssociation = async (scope: Scope): Promise<void> => {
  const { tenantId, prisma } = scope.db
  const members = await prisma.contact.findMany({
    where: { tenantId, systemTypeId: 1, statusId: ACTIVE, deletedAt: null, isUnmatched: false },
    orderBy: { id: 'asc' },
    take: MAX_MEMBERS,
  })
  for (const [index, { id }] of members.entries())
    await receiveTransaction(scope, {
      operation: 'upsert',
      systemTypeId: 1,
      transactionId: `demo-${index}`,
      platformId: id,
      nationalId: FIRST_NUMBER + index,
      origin: index === 0 ? 'ME' : 'national',
      occurredAt: scope.clock.now(),
      values: { Affiliation: 'ME', StateID: `ME-${2000 + index}`, Status: 'Active' },
    })
}
