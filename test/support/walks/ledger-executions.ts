import type { World } from './world.ts'

const SETTINGS = '/api/ledgersettings/settings'

/** Connects the embedded ledger, and adds an execution of a document that does not exist. */
export const addExecution = async (world: World, status = 'Failed'): Promise<{ id: number; executionId: string }> => {
  await world.post(`${SETTINGS}/ledgerinstall`, {})
  await world.good(world.caller.get(`${SETTINGS}/connect/ledgeronline`), 'connectLedger')
  const own = { tenantId: world.caller.tenant.id, kind: 'invoice', documentId: 1, status, createdAt: new Date() }
  const { system } = world.server.database
  const { id, executionId } = await system.ledgerExecution.create({ data: { ...own, message: 'Map the account.' } })
  return { id: Number(id), executionId }
}
