import { type DocumentReference, listDocuments } from '#areas/finance/books/book-documents.queries'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { Day } from '#kernel/time/calendar'
import { seedEmbeddedLedger } from '../embedded/embedded-ledger.seeds.ts'
import { CONNECTORS } from '../ledger.port.ts'
import { assertModule, ledgerSideOf, requireInstallation } from '../ledger-settings.model.ts'
import { lockInstallation } from '../ledger-settings.queries.ts'
import { updateInstallation } from '../ledger-settings.service.ts'
import { leaveLedger, sendAgain } from '../sync/former-ledger.service.ts'

export interface LedgerSwitch {
  connectorId: number
  /** Documents from this day on are sent to the new ledger, also those that the former one has; null: only new documents. */
  resendFrom: Day | null
}

/**
 * Moves a tenant to another ledger, which must be connected and mapped after it. Documents that the former ledger has stay
 * there, unless they are sent again.
 *
 * @returns the number of documents that are sent again; null if the ledger is connected, and nothing was changed.
 * @throws 409 ledger-not-installed; 422 no-ledger-module.
 */
export const switchLedger = async (scope: Scope, { connectorId, resendFrom }: LedgerSwitch): Promise<number | null> => {
  assertModule(scope)
  return scope.db.transaction(async (tx) => {
    const installation = requireInstallation(await lockInstallation(scope, tx))
    if (ledgerSideOf(installation) === 'Connected') return null
    const { tenantId } = scope.db
    await tx.ledgerMapping.deleteMany({ where: { tenantId } })
    await tx.ledgerConnection.deleteMany({ where: { tenantId } })
    await leaveLedger(scope, tx)
    const data = { connectorId, companyId: null, isSyncEnabled: false, lastSyncAt: null }
    await updateInstallation(scope, tx, installation, data, { connectorId, EnableLdg: false })
    if (connectorId === CONNECTORS.embedded) await seedEmbeddedLedger(scope, tx)
    const again = resendFrom === null ? [] : await documentsFrom(scope, tx, resendFrom)
    if (again.length > 0) await sendAgain(scope, tx, again)
    return again.length
  })
}

const documentsFrom = async ({ db }: Scope, tx: Transaction, day: Day): Promise<DocumentReference[]> =>
  (await listDocuments(tx, db.tenantId)).filter(({ datedOn }) => datedOn >= day)
