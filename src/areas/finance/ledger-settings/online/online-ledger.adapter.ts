import type { OutboundResponse } from '#kernel/outbound/exchange'
import { OutboundFault } from '#kernel/outbound/outbound-fault'
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
import { documentBody } from './online-documents.model.ts'
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

/** The online ledger of one company. */
export const onlineLedger = (
  { outbound, connectorConfig }: Pick<LedgerTools, 'outbound' | 'connectorConfig'>,
  access: AccessSource,
): Ledger => {
  const send = async ({ companyId, token }: Access, { path, parameters, body }: Call): Promise<OutboundResponse> => {
    const base = (connectorConfig.ledgerApiUrl || PRODUCTION).replace(/\/+$/, '')
    const query = new URLSearchParams({ ...parameters, minorversion: MINOR_VERSION })
    const url = `${base}/v3/company/${encodeURIComponent(companyId)}/${path}?${query}`
    const headers = {
      authorization: `Bearer ${token}`,
      accept: 'application/json',
      ...(body && { 'content-type': 'application/json' }),
    }
    try {
      return await outbound.send({
        ...{ url, headers, timeout: TIMEOUT_MS, maxBytes: MAX_BYTES },
        ...(body ? { method: 'POST', body: JSON.stringify(body) } : { method: 'GET' }),
      })
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

  return {
    listRecords: async (list) => {
      const { entity, also } = LISTS[list]
      const where = `Active = true${also === undefined ? '' : ` AND ${also}`}`
      const records: LedgerRecord[] = []
      for (let page = 0; page < MAX_PAGES; page++) {
        const window = `STARTPOSITION ${page * PAGE + 1} MAXRESULTS ${PAGE}`
        const rows = rowsIn(await query(`SELECT * FROM ${entity} WHERE ${where} ${window}`), entity)
        records.push(...rows.map(recordOf))
        if (rows.length < PAGE) break
      }
      return records
    },
    createCustomer: async (name, requestId) =>
      (await write('Customer', { requestid: requestId }, { DisplayName: name })).id,
    createDocument: async (document, requestId) =>
      write(DOCUMENTS[document.kind].entity, { requestid: requestId }, documentBody(document)),
    updateDocument: async (document, { id, version }) =>
      write(DOCUMENTS[document.kind].entity, {}, { ...documentBody(document), Id: id, SyncToken: version }),
    voidDocument: async (kind, { id, version }) => {
      const { entity, toVoid } = DOCUMENTS[kind]
      return write(entity, toVoid, { Id: id, SyncToken: version, sparse: true })
    },
    readDocument: async (kind, id) => {
      const { entity } = DOCUMENTS[kind]
      return savedIn(await call({ path: `${entity.toLowerCase()}/${encodeURIComponent(id)}` }), entity)
    },
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

/** A row of a query. */
interface Row {
  Id?: unknown
  Name?: unknown
  FullyQualifiedName?: unknown
  ClassRef?: { value?: unknown }
  IncomeAccountRef?: { value?: unknown }
}

const memberOf = (response: object, name: string): unknown =>
  new Map<string, unknown>(Object.entries(response)).get(name)

const rowsIn = (response: object, entity: string): Row[] => {
  const result = memberOf(response, 'QueryResponse')
  const rows = typeof result === 'object' && result !== null ? (memberOf(result, entity) ?? []) : []
  if (!Array.isArray(rows)) throw new LedgerFault('rejected')
  return rows as Row[]
}

const recordOf = ({ Id, Name, FullyQualifiedName, ClassRef, IncomeAccountRef }: Row): LedgerRecord => ({
  id: String(Id),
  name: String(FullyQualifiedName ?? Name),
  classId: idIn(ClassRef),
  accountId: idIn(IncomeAccountRef),
})

const idIn = (reference: { value?: unknown } | undefined): string | null =>
  reference?.value === undefined ? null : String(reference.value)

const savedIn = (response: object, entity: string): SavedDocument => {
  const { Id, SyncToken = '0' } = (memberOf(response, entity) ?? {}) as { Id?: unknown; SyncToken?: unknown }
  if (Id === undefined) throw new LedgerFault('unavailable')
  return { id: String(Id), version: String(SyncToken) }
}
