import type { LedgerSettingsInput } from '#contract/finance/ledger-settings'
import { conflict } from '#kernel/errors/problem'
import { enqueueJobs } from '#kernel/jobs/enqueue'
import { changeOf, recordChange } from '#kernel/records/record-change'
import { NEXT_VERSION } from '#kernel/records/record-kind'
import type { ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { Prisma } from '#prisma/client'
import { type Installation, ledgerSideOf, requireInstallation, requireModule } from './ledger-settings.model.ts'
import { getServiceSide, installationKind, lockInstallation } from './ledger-settings.queries.ts'
import { makeSyncJob } from './sync/sync.model.ts'

/**
 * Switches the sync on or off. Without EnableLdg, it stays as it is.
 *
 * @throws 409 ledger-not-connected, ledger-not-installed; 412; 422 no-ledger-module.
 */
export const saveSettings = (
  scope: Scope,
  { EnableLdg, LdgInstallationId, AmsInstallationId }: LedgerSettingsInput,
  expected: ExpectedVersion,
): Promise<Installation> => {
  requireModule(scope)
  return scope.db.transaction(async (tx) => {
    const current = requireInstallation(await lockInstallation(scope, tx, expected), [
      LdgInstallationId,
      AmsInstallationId,
    ])
    if (EnableLdg === undefined) return current
    if (EnableLdg) await requireConnected(scope, tx, current)
    const isSame = EnableLdg === current.isSyncEnabled
    const saved = isSame
      ? current
      : await updateInstallation(scope, tx, current, { isSyncEnabled: EnableLdg }, { EnableLdg })
    if (EnableLdg) await enqueueJobs(tx, [makeSyncJob(scope.db.tenantId)])
    return saved
  })
}

const requireConnected = async (scope: Scope, tx: Transaction, installation: Installation): Promise<void> => {
  const { status } = await getServiceSide(scope, installation, tx)
  if (status === 'Connected' && ledgerSideOf(installation) === 'Connected') return
  throw conflict('ledger-not-connected', 'Both sides must be connected before the sync is switched on.')
}

/** The fields of an installation that change with its version. */
export type InstallationData = Prisma.LedgerInstallationUncheckedUpdateInput

/** Writes the next version of a locked installation, and records what changed. */
export const updateInstallation = async (
  scope: Scope,
  tx: Transaction,
  { id }: Pick<Installation, 'id'>,
  data: InstallationData,
  changes: Prisma.InputJsonObject,
): Promise<Installation> => {
  const where = { tenantId_id: { tenantId: scope.db.tenantId, id } }
  const saved = await tx.ledgerInstallation.update({
    where,
    data: { ...data, ...NEXT_VERSION },
    include: { connection: true },
  })
  const payload = { Changed: Object.keys(changes) }
  await recordChange(scope, tx, changeOf(installationKind, saved, 'updated', { changes, payload }))
  return saved
}
