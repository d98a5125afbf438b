import {
  listAccountNames,
  listClassNames,
  listDiscountNames,
  listFeeItemNames,
  listIncomeAccountNames,
  listPaymentTypeNames,
  listTaxSetNames,
  type SetupName,
} from '#areas/finance/books/setup-names.queries'
import { listPaymentGateways } from '#areas/finance/payment-gateways/payment-gateways.queries'
import type { Scope } from '#kernel/tenancy/scope'
import type { Models } from '#kernel/tenancy/tenant-db'
import { compareByName } from '#kernel/text/by-name'
import type { LedgerMapping } from '#prisma/client'
import type { LedgerList } from '../ledger.port.ts'
import type { Installation } from '../ledger-settings.model.ts'
import { findInstallation } from '../ledger-settings.queries.ts'

/** What maps one kind of record of the service to one list of the ledger. */
export interface Mapping {
  /** In the table of the mappings. */
  kind: string
  /** A record of the service, in problem details. */
  noun: string
  /** The table of the records, which are locked while they are mapped; absent if they are constants. */
  table?: string
  /** The list of the ledger that has the counterparts. */
  list: LedgerList
  listNames: (scope: Scope, models?: Models) => Promise<SetupName[]>
}

export const mappings = {
  account: { kind: 'account', noun: 'account', table: 'account', list: 'account', listNames: listAccountNames },
  class: {
    kind: 'class',
    noun: 'transaction class',
    table: 'transaction_class',
    list: 'class',
    listNames: listClassNames,
  },
  discount: { kind: 'discount', noun: 'discount', table: 'discount', list: 'discount', listNames: listDiscountNames },
  feeItem: { kind: 'feeItem', noun: 'fee item', table: 'fee_item', list: 'item', listNames: listFeeItemNames },
  paymentGateway: {
    kind: 'paymentGateway',
    noun: 'payment gateway',
    table: 'payment_gateway',
    list: 'paymentMethod',
    listNames: listPaymentGateways,
  },
  paymentType: {
    kind: 'paymentType',
    noun: 'payment type',
    list: 'paymentMethod',
    listNames: listPaymentTypeNames,
  },
  tax: { kind: 'tax', noun: 'tax set', table: 'tax_set', list: 'taxCode', listNames: listTaxSetNames },
  writeOff: {
    kind: 'writeOff',
    noun: 'income account',
    table: 'account',
    list: 'item',
    listNames: listIncomeAccountNames,
  },
} as const satisfies Record<string, Mapping>

/** A record of the service with its counterpart; null if it has none. */
export interface MappedRecord extends SetupName {
  counterpart: Pick<LedgerMapping, 'ledgerId' | 'ledgerName'> | null
}

/** The records of a mapping with their counterparts, and the installation. */
export interface MappingScreen {
  installation: Installation | null
  records: MappedRecord[]
}

/** Reads a mapping, ordered by the names of the service's records. */
export const readMapping = async (
  scope: Scope,
  { kind, listNames }: Mapping,
  models: Models = scope.db.prisma,
): Promise<MappingScreen> => {
  const where = { tenantId: scope.db.tenantId, kind }
  const [installation, names, rows] = await Promise.all([
    findInstallation(scope, models),
    listNames(scope, models),
    models.ledgerMapping.findMany({ where }),
  ])
  const byId = new Map(rows.map((row) => [row.serviceId, row]))
  const records = names.map((record) => ({ ...record, counterpart: byId.get(record.id) ?? null }))
  return { installation, records: records.sort(compareByName) }
}

/** Lists the ids of the ledger that a mapping contains. */
export const listMappedLedgerIds = async ({ db }: Scope, { kind }: Mapping): Promise<ReadonlySet<string>> => {
  const rows = await db.prisma.ledgerMapping.findMany({ where: { tenantId: db.tenantId, kind } })
  return new Set(rows.map(({ ledgerId }) => ledgerId))
}

/** Returns the ids in the ledger of records of the service, by the records' ids. Records without a counterpart are left out. */
export const findLedgerIds = async (
  models: Models,
  tenantId: number,
  { kind }: Mapping,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> => {
  if (ids.length === 0) return new Map()
  const rows = await models.ledgerMapping.findMany({ where: { tenantId, kind, serviceId: { in: [...ids] } } })
  return new Map(rows.map(({ serviceId, ledgerId }) => [serviceId, ledgerId]))
}
