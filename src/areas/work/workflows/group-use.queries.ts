import type { Transaction } from '#kernel/tenancy/tenant-db'

/**
 * How many workflows that are switched on let contacts in by the group, or keep its members out, as seen in the
 * transaction: such a group is not deleted, since all of its members would leave or enter.
 */
export const countActiveWorkflowsOfGroup = (tx: Transaction, tenantId: number, groupId: number): Promise<number> =>
  tx.workflow.count({
    where: { tenantId, isActive: true, deletedAt: null, sources: { some: { tenantId, groupId } } },
  })
