import type { Models } from '#kernel/tenancy/tenant-db'

/** Whether an active account can contain money: payments are deposited to it, and refunds come from it. */
export const isMoneyAccount = async (models: Models, tenantId: number, id: number): Promise<boolean> => {
  const where = { tenantId, id, isActive: true, type: { in: ['Bank', 'Asset'] } }
  return (await models.account.findFirst({ where, select: { id: true } })) !== null
}
