import type { Scope } from '#kernel/tenancy/scope'
import { getConnectorName } from '../ledger.port.ts'
import { ledgerSideOf } from '../ledger-settings.model.ts'
import { findInstallation, getServiceSide } from '../ledger-settings.queries.ts'
import { failureReasonsSql } from './executions.sql.ts'
import { isSyncOn } from './run.service.ts'

/** The state of the sync of a tenant, for operators. */
export interface SyncStatus {
  ledger: string
  isOn: boolean
  /** NotConnected, Connected, Expired or Revoked. */
  ledgerSide: string
  serviceSide: string
  waiting: number
  lastSyncAt: Date | null
  /** The failures that were not repaired, by their sentence. */
  failures: { message: string; count: number }[]
}

/** Returns the state of the sync; null without an installation. */
export const readSyncStatus = async (scope: Scope): Promise<SyncStatus | null> => {
  const { tenantId, prisma } = scope.db
  const installation = await findInstallation(scope)
  if (!installation) return null
  const open = { tenantId, status: { in: ['Pending', 'Running'] } }
  return {
    ledger: getConnectorName(installation.connectorId),
    isOn: await isSyncOn(scope, installation),
    ledgerSide: ledgerSideOf(installation),
    serviceSide: (await getServiceSide(scope, installation)).status,
    waiting: await prisma.ledgerExecution.count({ where: open }),
    lastSyncAt: installation.lastSyncAt,
    failures: await scope.db.rows<{ message: string; count: number }>(failureReasonsSql(tenantId)),
  }
}
