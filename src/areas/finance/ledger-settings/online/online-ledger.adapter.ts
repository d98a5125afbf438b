import type { AccountType } from '#areas/finance/books/accounts/accounts.queries'
import type { OutboundResponse } from '#services/outbound/exchange'
import { OutboundFault } from '#services/outbound/outbound-fault'
import type { Access } from '../connections/tokens.service.ts'
import {
  type Ledger,
  type LedgerDocumentKind,
  LedgerFault,
  type LedgerList,
  type LedgerRecord,
  type SavedDocument,
} from '../ledger.port.ts'
import type { LedgerTools } from '../ledger-settings.model.ts'
import { makeDocumentBody, memoOf } from './online-documents.model.ts'
import { faultOf } from './online-faults.model.ts'

/** The accounting API of QuickBooks Online, version 3. */
const PRODUCTION = 'https://quickbooks.api.intuit.com'
/** The version of its shapes that this adapter is written for. */
const MINOR_VERSION = '75'

const TIMEOUT_MS = 15_000
const MAX_BYTES = 8_388_608
/** Rows of one query, at most. */
const PAGE = 1000
const MAX_PAGES = 10

/** The entity and condition of each list. Discounts are accounts of a subtype; categories only group items. */
const LISTS: Record<LedgerList, { entity: string; also?: string }> = {
  account: { entity: 'Account' },
  class: { entity: 'Class' },
  discount: { entity: 'Account', also: "AccountSubType = 'DiscountsRefundsGiven'" },
  item: { entity: 'Item', also: "Type IN ('Service', 'NonInventory', 'Inventory')" },
  paymentMethod: { entity: 'PaymentMethod' },
  taxCode: { entity: 'TaxCode' },
}

/** The types of accounts of the books, by those of the ledger. */
const ACCOUNT_TYPES: ReadonlyMap<unknown, AccountType> = new Map([
  ['Bank', 'Bank'],
  ['Accounts Receivable', 'AccountsReceivable'],
  ['Other Current Asset', 'Asset'],
  ['Fixed Asset', 'Asset'],
  ['Other Asset', 'Asset'],
  ['Accounts Payable', 'Liability'],
  ['Credit Card', 'Liability'],
  ['Other Current Liability', 'Liability'],
  ['Long Term Liability', 'Liability'],
  ['Equity', 'Equity'],
  ['Income', 'Income'],
  ['Other Income', 'Income'],
  ['Expense', 'Expense'],
  ['Other Expense', 'Expense'],
  ['Cost of Goods Sold', 'Expense'],
])

/** The entity of each kind of document, and the parameters that void it. */
const DOCUMENTS: Record<LedgerDocumentKind, { entity: string; toVoid: Record<string, string> }> = {
  invoice: { entity: 'Invoice', toVoid: { operation: 'void' } },
  creditMemo: { entity: 'CreditMemo', toVoid: { operation: 'void' } },
  payment: { entity: 'Payment', toVoid: { operation: 'update', include: 'void' } },
  refund: { entity: 'Purchase', toVoid: { operation: 'update', include: 'void' } },
}

/** Returns a valid access; after a rejected one, another. */
export type AccessSource = (rejected?: Access) => Promise<Access>

/** Parameters of a call, and its body. */
interface Call {
  path: string
  parameters?: Record<string, string>
  body?: object
}

const urlOf = (
  { ledgerApiUrl }: LedgerTools['connectorConfig'],
  companyId: string,
  path: string,
  parameters: Call['parameters'],
): string => {
  const base = (ledgerApiUrl || PRODUCTION).replace(/\/+$/, '')
  const query = new URLSearchParams({ ...parameters, minorversion: MINOR_VERSION })
  return `${base}/v3/company/${encodeURIComponent(companyId)}/${path}?${query}`
}

/** Opens the online ledger of one company. */
export const openOnlineLedger = (
  { outbound, connectorConfig }: Pick<LedgerTools, 'outbound' | 'connectorConfig'>,
  access: AccessSource,
): Ledger => {
  const send = async ({ companyId, token }: Access, { path, parameters, body }: Call): Promise<OutboundResponse> => {
    const url = urlOf(connectorConfig, companyId, path, parameters)
    const accepted = { authorization: `Bearer ${token}`, accept: 'application/json' }
    const sent = body
      ? {
          method: 'POST' as const,
          headers: { ...accepted, 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }
      : { method: 'GET' as const, headers: accepted }
    try {
      return await outbound.send({ url, ...sent, timeout: TIMEOUT_MS, maxBytes: MAX_BYTES })
    } catch (error) {
      if (error instanceof OutboundFault) throw new LedgerFault('unavailable', { cause: error })
      throw error
    }
  }

  const call = async (request: Call): Promise<object> => {
    const first = await access()
    const response = await send(first, request)
    if (response.status !== 401) return parse(response)
    return parse(await send(await access(first), request))
  }

  const query = async (statement: string): Promise<object> => call({ path: 'query', parameters: { query: statement } })

  const write = async (entity: string, parameters: Record<string, string>, body: object): Promise<SavedDocument> =>
    savedIn(await call({ path: entity.toLowerCase(), parameters, body }), entity)

  const list = async (entity: string, where: string): Promise<Row[]> => {
    const found: Row[] = []
    for (let page = 0; page < MAX_PAGES; page++) {
      const window = `STARTPOSITION ${page * PAGE + 1} MAXRESULTS ${PAGE}`
      const rows = rowsIn(await query(`SELECT * FROM ${entity} WHERE ${where} ${window}`), entity)
      found.push(...rows)
      if (rows.length < PAGE) break
    }
    return found
  }

  /** The row that a creation made. Memos cannot be part of a condition. */
  const find = async (entity: string, where: string, requestId: string): Promise<SavedDocument | null> => {
    const rows = await list(entity, where)
    const row = rows.find(({ PrivateNote, Notes }) => [PrivateNote, Notes].includes(memoOf(requestId)))
    return row ? savedOf(row) : null
  }

  const read = async (entity: string, id: string): Promise<SavedDocument> =>
    savedIn(await call({ path: `${entity.toLowerCase()}/${encodeURIComponent(id)}` }), entity)

  return {
    maxDiscounts: 1,
    listRecords: async (kind) => {
      const { entity, also } = LISTS[kind]
      const rows = await list(entity, `Active = true${also === undefined ? '' : ` AND ${also}`}`)
      return rows.map(recordOf)
    },
    createCustomer: ({ name }, requestId) =>
      write('Customer', { requestid: requestId }, { DisplayName: name, Notes: memoOf(requestId) }),
    findCustomer: ({ suffix }, requestId) => find('Customer', `DisplayName LIKE '%${suffix}'`, requestId),
    renameCustomer: async (id, { name }) => {
      const { version } = await read('Customer', id)
      await write('Customer', {}, { Id: id, SyncToken: version, sparse: true, DisplayName: name })
    },
    createDocument: (document, requestId) =>
      write(DOCUMENTS[document.kind].entity, { requestid: requestId }, makeDocumentBody(document, requestId)),
    findDocument: ({ kind, number, datedOn }, requestId) => {
      // The numbers of payments cannot be part of a condition either.
      const where = kind === 'payment' ? `TxnDate = '${datedOn}'` : `DocNumber = '${number}'`
      return find(DOCUMENTS[kind].entity, where, requestId)
    },
    updateDocument: (document, { id, version }, requestId) => {
      const body = { ...makeDocumentBody(document, requestId), Id: id, SyncToken: version }
      return write(DOCUMENTS[document.kind].entity, {}, body)
    },
    voidDocument: async (kind, { id, version }) => {
      const { entity, toVoid } = DOCUMENTS[kind]
      return write(entity, toVoid, { Id: id, SyncToken: version, sparse: true })
    },
    readDocument: (kind, id) => read(DOCUMENTS[kind].entity, id),
  }
}

const parse = (response: OutboundResponse): object => {
  const fault = faultOf(response)
  if (fault) throw fault
  try {
    const parsed: unknown = JSON.parse(response.body.toString('utf8'))
    if (typeof parsed === 'object' && parsed !== null) return parsed
  } catch (error) {
    throw new LedgerFault('unavailable', { cause: error })
  }
  throw new LedgerFault('unavailable')
}

interface Row {
  Id?: unknown
  Name?: unknown
  FullyQualifiedName?: unknown
  AccountType?: unknown
  ClassRef?: { value?: unknown }
  IncomeAccountRef?: { value?: unknown }
  SyncToken?: unknown
  PrivateNote?: unknown
  Notes?: unknown
}

const memberOf = (response: object, name: string): unknown =>
  new Map<string, unknown>(Object.entries(response)).get(name)

const rowsIn = (response: object, entity: string): Row[] => {
  const result = memberOf(response, 'QueryResponse')
  const rows = typeof result === 'object' && result !== null ? (memberOf(result, entity) ?? []) : []
  if (!Array.isArray(rows)) throw new LedgerFault('rejected')
  return rows as Row[]
}

const recordOf = ({ Id, Name, FullyQualifiedName, AccountType, ClassRef, IncomeAccountRef }: Row): LedgerRecord => ({
  id: String(Id),
  name: String(FullyQualifiedName ?? Name),
  type: ACCOUNT_TYPES.get(AccountType) ?? null,
  classId: idIn(ClassRef),
  accountId: idIn(IncomeAccountRef),
})

const idIn = (reference: { value?: unknown } | undefined): string | null =>
  reference?.value === undefined ? null : String(reference.value)

const savedIn = (response: object, entity: string): SavedDocument => {
  const row = (memberOf(response, entity) ?? {}) as Row
  if (row.Id === undefined) throw new LedgerFault('unavailable')
  return savedOf(row)
}

const savedOf = ({ Id, SyncToken = '0' }: Row): SavedDocument => ({ id: String(Id), version: String(SyncToken) })
