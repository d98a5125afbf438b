import { findPermission } from '#areas/integration/application-permissions/application-permissions.queries'
import { covers } from '#kernel/contract/scopes'
import { lockSubject } from '#kernel/records/lock'
import type { RecordKind } from '#kernel/records/record-kind'
import { type ExpectedVersion, requireVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Models, Transaction } from '#kernel/tenancy/tenant-db'
import { ledgerSettingsEvents } from './ledger-settings.events.ts'
import { FEEDS_SCOPE, type Installation, ledgerSideOf, type ServiceSide } from './ledger-settings.model.ts'

const findOne = (models: Models, tenantId: number): Promise<Installation | null> =>
  models.ledgerInstallation.findFirst({ where: { tenantId }, include: { connection: true } })

export const installationKind: RecordKind<Installation> = {
  entity: 'ledgersettings',
  noun: 'ledger installation',
  table: 'ledger_installation',
  events: ledgerSettingsEvents,
  find: (models, { tenantId }) => findOne(models, tenantId),
}

/** Returns the installation of the tenant, or null. */
export const findInstallation = ({ db }: Scope, models: Models = db.prisma): Promise<Installation | null> =>
  findOne(models, db.tenantId)

/**
 * Locks the installation of the tenant, also before it exists, and returns its current state.
 *
 * @throws 409 stale-audit-id, 412.
 */
export const lockInstallation = async (
  scope: Scope,
  tx: Transaction,
  expected?: ExpectedVersion,
): Promise<Installation | null> => {
  await lockSubject(scope, tx, installationKind.table)
  const installation = await findOne(tx, scope.db.tenantId)
  if (installation && expected) requireVersion(installation.auditId, expected)
  return installation
}

const NOT_CONNECTED: ServiceSide = { status: 'NotConnected', hint: null }

/** Reads whether the connector's key can still read the feeds. */
export const getServiceSide = async (
  scope: Scope,
  installation: Installation | null,
  models: Models = scope.db.prisma,
): Promise<ServiceSide> => {
  if (!installation?.keyPermissionId) return NOT_CONNECTED
  const permission = await findPermission(scope, 'apikey', installation.keyPermissionId, models)
  const secret = permission?.secrets.find(({ id }) => id === installation.keySecretId)
  if (!permission || !secret || !covers(new Set(permission.scopes), FEEDS_SCOPE))
    return { status: 'Revoked', hint: secret?.hint ?? null }
  const isExpired = secret.expiresAt !== null && secret.expiresAt <= scope.clock.now()
  return { status: isExpired ? 'Expired' : 'Connected', hint: secret.hint }
}

export const isLedgerConnected = async (scope: Scope, tx?: Transaction): Promise<boolean> =>
  ledgerSideOf(await findInstallation(scope, tx)) === 'Connected'
