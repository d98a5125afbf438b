import { type DocumentReference, listDocuments } from '#areas/finance/books/book-documents.queries'
import type { StoredClosedPeriod } from '#areas/finance/books/closed-period.queries'
import {
  type ClosedPeriodData,
  changeClosedPeriod,
  closedPeriodDay,
  parseClosedThrough,
} from '#areas/finance/books/closed-period.service'
import type { LedgerInstallInput } from '#contract/finance/ledger-settings'
import { notFound } from '#kernel/errors/problem'
import { changeOf, recordChange } from '#kernel/records/record-change'
import type { ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { Day } from '#kernel/time/calendar'
import { dayOf } from '#kernel/time/day'
import type { Prisma } from '#prisma/client'
import { seedEmbeddedLedger } from './embedded/embedded-ledger.seeds.ts'
import { CONNECTORS } from './ledger.port.ts'
import { type Installation, ledgerSideOf, requireInstallation, requireModule } from './ledger-settings.model.ts'
import { installationKind, lockInstallation } from './ledger-settings.queries.ts'
import { updateInstallation } from './ledger-settings.service.ts'
import { leaveLedger, sendAgain } from './sync/former-ledger.service.ts'

/** Parses the closed period. A field that is left out keeps its value. @throws 422 closed-period-day. */
const parseClosedPeriod = (scope: Scope, input: LedgerInstallInput, current: StoredClosedPeriod): ClosedPeriodData => {
  const { ClosedPeriodEnabled, SetupClosedPeriod: sent } = input
  const isEnabled = ClosedPeriodEnabled ?? current.closedThrough !== null
  const chosenThrough =
    sent === undefined ? current.chosenThrough : parseClosedThrough(scope, sent, '/SetupClosedPeriod')
  if (isEnabled && !chosenThrough)
    throw closedPeriodDay('/SetupClosedPeriod', 'is required while the closed period is enabled')
  return { closedThrough: isEnabled ? chosenThrough : null, chosenThrough }
}

/**
 * Installs the ledger, or changes the closed period of the installation.
 *
 * @param isOnline whether the operator has configured the online ledger.
 * @throws 404, 412, 422 closed-period-day, no-ledger-module.
 */
export const saveInstallation = (
  scope: Scope,
  input: LedgerInstallInput,
  { isOnline, expected }: { isOnline: boolean; expected?: ExpectedVersion },
): Promise<{ saved: Installation; period: StoredClosedPeriod }> => {
  requireModule(scope)
  return scope.db.transaction(async (tx) => {
    const current = await lockInstallation(scope, tx, expected)
    const id = Number(input.Id || 0)
    if (id !== 0 && id !== current?.id) throw notFound('ledger installation')
    let before: StoredClosedPeriod | null = null
    const period = await changeClosedPeriod(scope, tx, undefined, (stored) => {
      before = stored
      return parseClosedPeriod(scope, input, stored)
    })
    // A save that changes nothing makes no version.
    if (current && period === before) return { saved: current, period }
    const changes = changesOf(period)
    const saved = current
      ? await updateInstallation(scope, tx, current, {}, changes)
      : await install(scope, tx, changes, isOnline)
    return { saved, period }
  })
}

const install = async (
  scope: Scope,
  tx: Transaction,
  period: Prisma.InputJsonObject,
  isOnline: boolean,
): Promise<Installation> => {
  const connectorId = isOnline ? CONNECTORS.online : CONNECTORS.embedded
  const created = await tx.ledgerInstallation.create({
    data: { connectorId, tenantId: scope.db.tenantId, createdAt: scope.clock.now() },
    include: { connection: true },
  })
  if (!isOnline) await seedEmbeddedLedger(scope, tx)
  const changes = { connectorId, ...period }
  await recordChange(scope, tx, changeOf(installationKind, created, 'created', { changes }))
  return created
}

const changesOf = ({ closedThrough, chosenThrough }: StoredClosedPeriod) => ({
  ClosedPeriodEnabled: closedThrough !== null,
  SetupClosedPeriod: chosenThrough && dayOf(chosenThrough),
})

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
  requireModule(scope)
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
