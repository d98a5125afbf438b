import type { OutboundResponse } from '#kernel/outbound/exchange'
import { OutboundFault } from '#kernel/outbound/outbound-fault'
import type { Access } from '../connections/tokens.service.ts'
import { type Ledger, LedgerFault, type LedgerList, type LedgerRecord } from '../ledger.port.ts'
import type { LedgerTools } from '../ledger-settings.model.ts'

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

/** Returns a valid access; after a rejected one, another. */
export type AccessSource = (rejected?: Access) => Promise<Access>

/** The online ledger of one company. */
export const onlineLedger = (
  { outbound, connectorConfig }: Pick<LedgerTools, 'outbound' | 'connectorConfig'>,
  access: AccessSource,
): Ledger => {
  const send = async ({ companyId, token }: Access, path: string): Promise<OutboundResponse> => {
    const base = connectorConfig.ledgerApiUrl || PRODUCTION
    const url = `${base.replace(/\/+$/, '')}/v3/company/${encodeURIComponent(companyId)}/${path}`
    const headers = { authorization: `Bearer ${token}`, accept: 'application/json' }
    try {
      return await outbound.send({ url, method: 'GET', headers, timeout: TIMEOUT_MS, maxBytes: MAX_BYTES })
    } catch (error) {
      if (error instanceof OutboundFault) throw new LedgerFault('unavailable', { cause: error })
      throw error
    }
  }

  const call = async (path: string): Promise<object> => {
    const first = await access()
    const response = await send(first, path)
    if (response.status !== 401) return parse(response)
    return parse(await send(await access(first), path))
  }

  const query = async (statement: string): Promise<object> =>
    call(`query?${new URLSearchParams({ query: statement, minorversion: MINOR_VERSION })}`)

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
  }
}

const parse = ({ status, body }: OutboundResponse): object => {
  if (status === 401) throw new LedgerFault('not-connected')
  if (status === 429) throw new LedgerFault('throttled')
  if (status >= 500) throw new LedgerFault('unavailable')
  if (status !== 200) throw new LedgerFault('rejected', { detail: `The ledger rejected the request (${status}).` })
  try {
    const parsed: unknown = JSON.parse(body.toString('utf8'))
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
}

const rowsIn = (response: object, entity: string): Row[] => {
  const { QueryResponse: result } = response as { QueryResponse?: object }
  const rows = new Map<string, unknown>(Object.entries(result ?? {})).get(entity) ?? []
  if (!Array.isArray(rows)) throw new LedgerFault('rejected')
  return rows as Row[]
}

const recordOf = ({ Id, Name, FullyQualifiedName }: Row): LedgerRecord => ({
  id: String(Id),
  name: String(FullyQualifiedName ?? Name),
})
