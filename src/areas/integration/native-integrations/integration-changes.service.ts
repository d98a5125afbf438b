import { getRecord } from '#kernel/records/read'
import { changeOf, recordChange } from '#kernel/records/record-change'
import { type ChangeAction, NEXT_VERSION } from '#kernel/records/record-kind'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { Integration } from './native-integrations.model.ts'
import { integrationKind } from './native-integrations.queries.ts'

/** Records a change. The history contains neither credentials nor the address of a feed. */
export const recordIntegration = (
  scope: Scope,
  tx: Transaction,
  integration: Integration,
  action: ChangeAction,
): Promise<void> => {
  const { appId, connector } = integration
  const changes = connector ? { IsConnected: connector.credentials !== null } : {}
  return recordChange(scope, tx, changeOf(integrationKind, integration, action, { changes, payload: { appId } }))
}

/** Writes a new version of an integration, whose connector has changed, and records it. */
export const recordNewVersion = async (scope: Scope, tx: Transaction, id: number): Promise<Integration> => {
  await tx.nativeIntegration.update({
    where: { tenantId_id: { tenantId: scope.db.tenantId, id } },
    data: NEXT_VERSION,
  })
  const saved = await getRecord(scope, integrationKind, id, tx)
  await recordIntegration(scope, tx, saved, 'updated')
  return saved
}
