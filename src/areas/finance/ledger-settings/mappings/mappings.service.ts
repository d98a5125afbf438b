import type { LedgerMappingInput } from '#contract/finance/ledger-settings'
import { lockRows } from '#kernel/records/lock'
import { type ExpectedVersion, requireVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { compareByName } from '#kernel/text/by-name'
import { openLedger } from '../connections/ledgers.service.ts'
import type { LedgerList, LedgerRecord } from '../ledger.port.ts'
import { callLedger, type LedgerTools, requireInstallation, type SentIds } from '../ledger-settings.model.ts'
import { findInstallation, lockInstallation } from '../ledger-settings.queries.ts'
import { updateInstallation } from '../ledger-settings.service.ts'
import { parseMappings, requireListed, requireTypes, type SentMapping } from './mappings.input.ts'
import { type Mapping, type MappingScreen, readMapping } from './mappings.queries.ts'

/** Lists the active records of the ledger by name. @throws 409 ledger-not-connected, ledger-not-installed; 503. */
export const listLedgerRecords = async (
  scope: Scope,
  tools: LedgerTools,
  list: LedgerList,
): Promise<LedgerRecord[]> => {
  const installation = requireInstallation(await findInstallation(scope))
  const records = await callLedger(async () => openLedger(scope, tools, installation).listRecords(list))
  return records
    .map((record, at) => ({ id: at, name: record.name, record }))
    .sort(compareByName)
    .map(({ record }) => record)
}

/** A mapping as a request sends it; without `mappings` it stays. */
export interface MappingEdit {
  installationId: string | null | undefined
  mappings: readonly LedgerMappingInput[] | null | undefined
}

/**
 * Replaces a mapping as a whole. The ledger is asked before the transaction.
 *
 * @throws 409 ledger-not-connected, ledger-not-installed; 412; 422 unknown-reference, books-rule; 503.
 */
export const saveMapping = async (
  scope: Scope,
  tools: LedgerTools,
  mapping: Mapping,
  { installationId, mappings }: MappingEdit,
  expected: ExpectedVersion,
): Promise<MappingScreen> => {
  const sentIds: SentIds = [installationId]
  const { installation, records } = await readMapping(scope, mapping)
  const before = requireInstallation(installation, sentIds)
  requireVersion(before.auditId, expected)
  const ids = new Set(records.map(({ id }) => id))
  const sent = parseMappings(mappings ?? [], mapping.noun, ids)
  const listed = await listById(scope, tools, mapping, sent)
  requireListed(sent, listed)
  requireTypes(sent, listed, records)
  return scope.db.transaction(async (tx) => {
    const current = requireInstallation(await lockInstallation(scope, tx, expected), sentIds)
    // The ids are those of the ledger that was asked.
    requireInstallation(current.companyId === before.companyId ? current : null)
    if (mappings !== undefined) {
      await replaceMapping(scope, tx, mapping, { installationId: current.id, sent, listed })
      await updateInstallation(scope, tx, current, {}, { Mapping: mapping.kind, Mapped: sent.length })
    }
    return readMapping(scope, mapping, tx)
  })
}

/** Lists the ledger's records by their ids. Without a sent id the ledger is not asked. */
const listById = async (
  scope: Scope,
  tools: LedgerTools,
  { list }: Mapping,
  sent: readonly SentMapping[],
): Promise<ReadonlyMap<string, LedgerRecord>> => {
  const records = sent.length === 0 ? [] : await listLedgerRecords(scope, tools, list)
  return new Map(records.map((record) => [record.id, record]))
}

interface Replacement {
  installationId: number
  sent: readonly SentMapping[]
  listed: ReadonlyMap<string, LedgerRecord>
}

const replaceMapping = async (
  scope: Scope,
  tx: Transaction,
  { kind, table, noun }: Mapping,
  { installationId, sent, listed }: Replacement,
): Promise<void> => {
  const { tenantId } = scope.db
  if (table !== undefined) {
    // A record that another request deletes at the same time is not mapped: its deletion checks the mappings.
    const ids = sent.map(({ serviceId }) => serviceId)
    const locked = new Set(await lockRows(scope, tx, { table }, ids, 'key share'))
    parseMappings(
      sent.map(({ serviceId }) => ({ ServiceId: String(serviceId) })),
      noun,
      locked,
    )
  }
  await tx.ledgerMapping.deleteMany({ where: { tenantId, kind } })
  await tx.ledgerMapping.createMany({
    data: sent.map(({ serviceId, ledgerId }) => ({
      tenantId,
      installationId,
      kind,
      serviceId,
      ledgerId,
      ledgerName: listed.get(ledgerId)?.name ?? '',
    })),
  })
}
