import { changeOf, recordChange } from '#kernel/records/record-change'
import { NEXT_VERSION } from '#kernel/records/record-kind'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { Prisma } from '#prisma/client'
import type { Installation } from './ledger-settings.model.ts'
import { installationKind } from './ledger-settings.queries.ts'

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
