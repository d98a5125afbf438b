import type { AccountType } from '#areas/finance/books/accounts/accounts.queries'
import type { SetupName } from '#areas/finance/books/setup-names.queries'
import type { LedgerMappingInput } from '#contract/finance/ledger-settings'
import { type FieldFault, ruleRefused } from '#kernel/errors/problem'
import { referenceFault, unknownReferences } from '#kernel/records/references'
import type { LedgerRecord } from '../ledger.port.ts'
import { listFittingTypes } from './account-types.model.ts'

/** A record of the service and the ledger's id of its counterpart. */
export interface SentMapping {
  serviceId: number
  ledgerId: string
  pointer: string
}

/**
 * Parses the mappings that have a counterpart.
 *
 * @param noun a record of the service, for errors.
 * @param ids the ids of the service's records.
 * @throws 422 unknown-reference.
 */
export const parseMappings = (
  sent: readonly LedgerMappingInput[],
  noun: string,
  ids: ReadonlySet<number>,
): SentMapping[] => {
  const faults: FieldFault[] = []
  const seen = new Set<number>()
  const parsed = sent.flatMap(({ ServiceId, LedgerId }, index): SentMapping[] => {
    const pointer = `/Mappings/${index}`
    const serviceId = Number(ServiceId ?? 0)
    if (!ids.has(serviceId)) faults.push(referenceFault(`${pointer}/ServiceId`, noun))
    else if (seen.has(serviceId)) faults.push({ pointer: `${pointer}/ServiceId`, message: 'must not occur twice' })
    seen.add(serviceId)
    return LedgerId ? [{ serviceId, ledgerId: LedgerId, pointer: `${pointer}/LedgerId` }] : []
  })
  if (faults.length > 0) throw unknownReferences(faults)
  return parsed
}

/** Rejects ids that the ledger does not list. @throws 422 unknown-reference with a fault for each. */
export const requireListed = (sent: readonly SentMapping[], listed: ReadonlyMap<string, LedgerRecord>): void => {
  const faults = sent
    .filter(({ ledgerId }) => !listed.has(ledgerId))
    .map(({ pointer }) => ({ pointer, message: 'is not the id of an active record of the ledger' }))
  if (faults.length === 0) return
  throw ruleRefused('unknown-reference', 'The ledger has no such active records.', faults.slice(0, 50))
}

/**
 * Rejects accounts of the ledger whose type does not fit that of the account of the books.
 *
 * @throws 422 books-rule.
 */
export const requireTypes = (
  sent: readonly SentMapping[],
  listed: ReadonlyMap<string, LedgerRecord>,
  records: readonly SetupName[],
): void => {
  const byId = new Map(records.map((record) => [record.id, record]))
  const faults = sent.flatMap(({ serviceId, ledgerId, pointer }): FieldFault[] => {
    const record = byId.get(serviceId)
    const counterpart = listed.get(ledgerId)
    if (!record?.type || !counterpart?.type) return []
    const fitting = listFittingTypes(record.type as AccountType)
    if (fitting.includes(counterpart.type)) return []
    const message = `must be an account of type ${fitting.join(' or ')}, because "${record.name}" has the type ${record.type}`
    return [{ pointer, message }]
  })
  if (faults.length === 0) return
  throw ruleRefused('books-rule', 'The type of an account of the ledger does not fit.', faults.slice(0, 50))
}
