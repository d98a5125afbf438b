import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { documentStore, fault, type LedgerDocumentRow } from './online-ledger-documents.ts'

/** A record of the ledger as its API shows it. */
export type LedgerRow = Record<string, unknown> & { Id: string; Name?: string; Active?: boolean }

/** What happens to a request instead of, or after, its work. */
export type LedgerBehavior = 'reset' | 'reset-after' | { status: number; body?: object }

/** A stand-in of the online ledger on loopback: its OAuth 2 server and its API, as documented. */
export interface OnlineLedgerServer {
  readonly url: string
  /** The settings of the server under test. */
  readonly config: {
    outboundAllowed: string
    ledgerClientId: string
    ledgerClientSecret: string
    ledgerAuthorizeUrl: string
    ledgerTokenUrl: string
    ledgerRevokeUrl: string
    ledgerApiUrl: string
  }
  /** Each request: method and path, for token requests with the grant. */
  readonly requests: string[]
  /** The rows of an entity: Account, Class, Item, PaymentMethod, TaxCode. */
  rows(entity: string): LedgerRow[]
  /** Grants access as a user who opens the address, and returns the address of the callback. */
  grant(address: string, companyId?: string): string
  /** The next request whose method and path contain the text behaves so. */
  next(text: string, behavior: LedgerBehavior): void
  /** The number of faults that no request has met yet. */
  waitingFaults(): number
  /** The ledger no longer knows the ids of earlier requests. */
  forgetRequests(): void
  /** All access tokens expire, but not the refresh tokens. */
  expireAccess(): void
  /** The user revokes all access in the ledger. */
  revokeAll(): void
  /** The documents of a company, void ones included. */
  documents(): LedgerDocumentRow[]
  /** All tokens and codes that it has ever issued, and the secret of the client. */
  secrets(): string[]
  /** The number of tokens that work. */
  counts(): { access: number; refresh: number }
  /** Token requests wait until this resolves. */
  delayTokens(until: Promise<void>): void
  close(): Promise<void>
}

export const COMPANY = '9130347957983546'
const CLIENT = { id: 'guildhall-client', secret: 'guildhall-secret' }

export const startOnlineLedger = async (): Promise<OnlineLedgerServer> => {
  const codes = new Map<string, { companyId: string; redirectUri: string }>()
  const access = new Map<string, string>()
  const refresh = new Map<string, string>()
  const entities = new Map<string, LedgerRow[]>()
  const requests: string[] = []
  const store = documentStore()
  const issuedSecrets = [CLIENT.secret]
  const behaviors: { text: string; behavior: LedgerBehavior }[] = []
  let delay = Promise.resolve()

  const issue = (companyId: string) => {
    const accessToken = `access-${randomUUID()}`
    const refreshToken = `refresh-${randomUUID()}`
    issuedSecrets.push(accessToken, refreshToken)
    access.set(accessToken, companyId)
    refresh.set(refreshToken, companyId)
    const lifetimes = { expires_in: 3600, x_refresh_token_expires_in: 8_726_400 }
    return { token_type: 'bearer', access_token: accessToken, refresh_token: refreshToken, ...lifetimes }
  }

  const token = async (form: URLSearchParams): Promise<[number, object]> => {
    await delay
    const refused: [number, object] = [400, { error: 'invalid_grant' }]
    if (form.get('grant_type') === 'authorization_code') {
      const code = codes.get(form.get('code') ?? '')
      codes.delete(form.get('code') ?? '')
      return code?.redirectUri === form.get('redirect_uri') ? [200, issue(code?.companyId ?? '')] : refused
    }
    const old = form.get('refresh_token') ?? ''
    const companyId = refresh.get(old)
    if (companyId === undefined) return refused
    refresh.delete(old)
    return [200, issue(companyId)]
  }

  const query = (companyId: string, statement: string): [number, object] => {
    const [, entity = '', where = '', start = '1', max = '100'] =
      /^SELECT \* FROM (\w+) WHERE (.*) STARTPOSITION (\d+) MAXRESULTS (\d+)$/.exec(statement) ?? []
    const condition = conditionOf(entity, where)
    if (condition === undefined) return [400, fault('4000', 'QueryParserError')]
    const rows = (store.isDocument(entity) ? store.rows(companyId, entity) : (entities.get(entity) ?? []))
      .filter(condition)
      .slice(Number(start) - 1, Number(start) - 1 + Number(max))
    const found = rows.length === 0 ? {} : { [entity]: rows, startPosition: Number(start), maxResults: rows.length }
    return [200, { QueryResponse: found, time: new Date().toISOString() }]
  }

  const authorize = async (request: IncomingMessage, body: string): Promise<[number, object]> => {
    const basic = Buffer.from(`${CLIENT.id}:${CLIENT.secret}`).toString('base64')
    if (request.headers.authorization !== `Basic ${basic}`) return [401, { error: 'invalid_client' }]
    if (request.url === '/token') return token(new URLSearchParams(body))
    refresh.delete(String(JSON.parse(body).token))
    access.clear()
    return [200, {}]
  }

  const respond = async (request: IncomingMessage, body: string): Promise<[number, object]> => {
    const url = new URL(request.url ?? '', 'http://ledger')
    if (url.pathname === '/token' || url.pathname === '/revoke') return authorize(request, body)
    const [, companyId = '', rest = ''] = /^\/v3\/company\/(\w+)\/(.*)$/.exec(url.pathname) ?? []
    const bearer = (request.headers.authorization ?? '').replace('Bearer ', '')
    if (access.get(bearer) !== companyId) return [401, fault('3200', 'AuthenticationFailed')]
    if (rest === 'query') return query(companyId, url.searchParams.get('query') ?? '')
    return store.respond(companyId, rest, url.searchParams, body)
  }

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const body = Buffer.concat(parts).toString('utf8')
    const grant = request.url === '/token' ? ` ${new URLSearchParams(body).get('grant_type')}` : ''
    const line = `${request.method} ${request.url}${grant}`
    requests.push(line)
    const at = behaviors.findIndex(({ text }) => line.includes(text))
    const behavior = at < 0 ? undefined : behaviors.splice(at, 1)[0]?.behavior
    if (behavior === 'reset') return void request.socket.destroy()
    if (typeof behavior === 'object') return send(response, behavior.status, behavior.body ?? fault('10000', 'System'))
    const [status, found] = await respond(request, body)
    if (behavior === 'reset-after') return void request.socket.destroy()
    send(response, status, found)
  }

  const server = createServer(
    (request, response) => void handle(request, response).catch(() => request.socket.destroy()),
  )
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    config: {
      outboundAllowed: '127.0.0.1',
      ledgerClientId: CLIENT.id,
      ledgerClientSecret: CLIENT.secret,
      ledgerAuthorizeUrl: `${url}/authorize`,
      ledgerTokenUrl: `${url}/token`,
      ledgerRevokeUrl: `${url}/revoke`,
      ledgerApiUrl: url,
    },
    requests,
    rows: (entity) => {
      const rows = entities.get(entity) ?? []
      entities.set(entity, rows)
      return rows
    },
    grant: (address, companyId = COMPANY) => {
      const { searchParams } = new URL(address)
      const code = randomUUID()
      const redirectUri = searchParams.get('redirect_uri') ?? ''
      issuedSecrets.push(code)
      codes.set(code, { companyId, redirectUri })
      const { pathname } = new URL(redirectUri)
      return `${pathname}?${new URLSearchParams({ code, state: searchParams.get('state') ?? '', realmId: companyId })}`
    },
    next: (text, behavior) => void behaviors.push({ text, behavior }),
    waitingFaults: () => behaviors.length,
    forgetRequests: () => store.forgetRequests(),
    expireAccess: () => access.clear(),
    revokeAll: () => {
      access.clear()
      refresh.clear()
    },
    documents: () => store.documents,
    secrets: () => issuedSecrets,
    counts: () => ({ access: access.size, refresh: refresh.size }),
    delayTokens: (until) => {
      delay = until
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** The columns that the API can compare, by entity. */
const FILTERS: Record<string, string[]> = {
  Invoice: ['DocNumber', 'TxnDate'],
  CreditMemo: ['DocNumber', 'TxnDate'],
  Purchase: ['DocNumber', 'TxnDate'],
  Payment: ['TxnDate'],
  Customer: ['DisplayName'],
}

/** The condition of a query as a function of a row; undefined for one that the API rejects. */
const conditionOf = (entity: string, where: string): ((row: Record<string, unknown>) => boolean) | undefined => {
  if (where.startsWith('Active = true'))
    return ({ Active = true, AccountSubType }) =>
      Active === true && (!where.includes('DiscountsRefundsGiven') || AccountSubType === 'DiscountsRefundsGiven')
  const [, column = '', operator, value = ''] = /^(\w+) (=|LIKE) '([^']*)'$/.exec(where) ?? []
  if (!FILTERS[entity]?.includes(column)) return
  return (row) => {
    const text = String(row[column] ?? '')
    return operator === 'LIKE' ? text.endsWith(value.replace('%', '')) : text === value
  }
}

const send = (response: ServerResponse, status: number, body: object): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
