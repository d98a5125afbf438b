import { listSystemAccountIds } from '#areas/finance/books/accounts/accounts.queries'
import type { Scope } from '#kernel/tenancy/scope'
import type { Day } from '#kernel/time/calendar'
import type { Ledger, LedgerRecord } from '../ledger.port.ts'
import { type Mapping, mappings } from '../mappings/mappings.queries.ts'
import { Unsendable } from './sync.model.ts'

type MappingName = keyof typeof mappings

/** The counterparts of records in the ledger, read once for a run of the sync. */
export interface Counterparts {
  /** The ledger's id; null if the record has no counterpart. */
  find(mapping: MappingName, id: number): string | null
  /** The same. @throws Unsendable with what to map. */
  require(mapping: MappingName, id: number): string
  nameOf(mapping: MappingName, id: number): string
  /** The name of the counterpart of a record that has one. */
  ledgerNameOf(mapping: MappingName, id: number): string
  /** The active item of the ledger with an id. */
  item(id: string): LedgerRecord | undefined
  /** An active item of the ledger that is posted to an account. */
  itemOfAccount(accountId: string): LedgerRecord | undefined
  /** The accounts that the books use for the receivables and for undeposited funds. */
  receivableAccountId: number
  undepositedAccountId: number
  /** The number of discounts that a document of the ledger can have. */
  maxDiscounts: number
}

/** The records of the ledger, as sentences name them. */
const LIST_NOUNS: Record<Mapping['list'], string> = {
  account: 'an account',
  class: 'a class',
  discount: 'a discount',
  item: 'an item',
  paymentMethod: 'a payment method',
  taxCode: 'a tax code',
}

export const readCounterparts = async (scope: Scope, ledger: Ledger): Promise<Counterparts> => {
  const { tenantId, prisma } = scope.db
  const names = Object.entries<Mapping>(mappings)
  const [rows, items, lists, systemAccounts] = await Promise.all([
    prisma.ledgerMapping.findMany({ where: { tenantId } }),
    ledger.listRecords('item'),
    Promise.all(names.map(async ([name, { listNames }]) => [name, await listNames(scope)] as const)),
    listSystemAccountIds(prisma, tenantId),
  ])
  const keyOf = (kind: string, id: number) => `${kind}:${id}`
  const mapped = new Map(rows.map(({ kind, serviceId, ledgerId }) => [keyOf(kind, serviceId), ledgerId]))
  const named = new Map(rows.map(({ kind, serviceId, ledgerName }) => [keyOf(kind, serviceId), ledgerName]))
  const shown = new Map(lists.flatMap(([kind, list]) => list.map(({ id, name }) => [keyOf(kind, id), name])))
  const byId = new Map(items.map((item) => [item.id, item]))
  const find = (mapping: MappingName, id: number) => mapped.get(keyOf(mapping, id)) ?? null
  const nameOf = (mapping: MappingName, id: number) => shown.get(keyOf(mapping, id)) ?? String(id)
  return {
    find,
    nameOf,
    ledgerNameOf: (mapping, id) => named.get(keyOf(mapping, id)) ?? '',
    receivableAccountId: systemAccounts.get('receivable') ?? 0,
    undepositedAccountId: systemAccounts.get('undeposited-funds') ?? 0,
    require: (mapping, id) => {
      const found = find(mapping, id)
      if (found !== null) return found
      const { noun, list } = mappings[mapping]
      throw new Unsendable(`Map the ${noun} "${nameOf(mapping, id)}" to ${LIST_NOUNS[list]} of the ledger.`)
    },
    item: (id) => byId.get(id),
    maxDiscounts: ledger.maxDiscounts,
    itemOfAccount: (accountId) => items.find((item) => item.accountId === accountId),
  }
}

/** One run of the sync of a tenant. */
export interface SyncRun {
  scope: Scope
  ledger: Ledger
  counterparts: Counterparts
  /** The last closed day; null if none is closed. */
  closedThrough: Day | null
}
