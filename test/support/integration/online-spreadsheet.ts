import { createHash, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What happens to a request instead of, or after, its work. */
export type SheetBehavior =
  | 'reset'
  | 'reset-after'
  | { status: number; body?: object; headers?: Record<string, string> }

/** A stand-in of the online spreadsheet on loopback: its OAuth 2 server and the part of its API that is used. */
export interface OnlineSpreadsheet {
  readonly url: string
  /** The settings of the server under test. */
  readonly config: {
    outboundAllowed: string
    spreadsheetClientId: string
    spreadsheetClientSecret: string
    spreadsheetAuthorizeUrl: string
    spreadsheetTokenUrl: string
    spreadsheetRevokeUrl: string
    spreadsheetApiUrl: string
  }
  /** Each request: method and path, for token requests with the grant. */
  readonly requests: string[]
  /** Grants access as a user who opens the address, and returns the address of the callback. */
  grant(address: string): string
  /** The rows of the sheet, without empty ones at the end. */
  rows(): unknown[][]
  /** Puts rows into the sheet. */
  fill(rows: unknown[][]): void
  /** The next request whose method and path contain the text behaves so. */
  next(text: string, behavior: SheetBehavior): void
  /** All access tokens expire, but not the refresh tokens. */
  expireAccess(): void
  /** The user revokes all access. */
  revokeAll(): void
  /** All tokens and codes that it has ever issued, and the secret of the client. */
  secrets(): string[]
  /** The number of tokens that work. */
  counts(): { access: number; refresh: number }
  close(): Promise<void>
}

export const SPREADSHEET_ID = 'sheet_1A2b3C4d5E6f'
const CLIENT = { id: 'guildhall-sheets', secret: 'guildhall-sheets-secret' }

export const startOnlineSpreadsheet = async (): Promise<OnlineSpreadsheet> => {
  const codes = new Map<string, { redirectUri: string; challenge: string }>()
  const access = new Set<string>()
  const refresh = new Set<string>()
  const requests: string[] = []
  const issued = [CLIENT.secret]
  const behaviors: { text: string; behavior: SheetBehavior }[] = []
  let sheet: unknown[][] = []

  const issue = () => {
    const accessToken = `access-${randomUUID()}`
    const refreshToken = `refresh-${randomUUID()}`
    issued.push(accessToken, refreshToken)
    access.add(accessToken)
    refresh.add(refreshToken)
    return { token_type: 'Bearer', access_token: accessToken, refresh_token: refreshToken, expires_in: 3599 }
  }

  const token = (form: URLSearchParams): [number, object] => {
    const refused: [number, object] = [400, { error: 'invalid_grant' }]
    if (form.get('client_id') !== CLIENT.id || form.get('client_secret') !== CLIENT.secret)
      return [401, { error: 'invalid_client' }]
    if (form.get('grant_type') === 'authorization_code') {
      const code = codes.get(form.get('code') ?? '')
      codes.delete(form.get('code') ?? '')
      const challenge = createHash('sha256')
        .update(form.get('code_verifier') ?? '')
        .digest('base64url')
      if (!code || code.redirectUri !== form.get('redirect_uri') || code.challenge !== challenge) return refused
      return [200, issue()]
    }
    // A refresh token works once.
    return refresh.delete(form.get('refresh_token') ?? '') ? [200, issue()] : refused
  }

  const revoke = (form: URLSearchParams): [number, object] => {
    if (!refresh.delete(form.get('token') ?? '')) return [400, { error: 'invalid_token' }]
    access.clear()
    return [200, {}]
  }

  const api = (method: string, path: string, body: string): [number, object] => {
    const [, id, range = '', clear] =
      /^\/v4\/spreadsheets\/([^/]+)\/values\/([^?]+?)(:clear)?(?:\?.*)?$/.exec(path) ?? []
    if (id !== SPREADSHEET_ID) return [404, { error: { code: 404, status: 'NOT_FOUND' } }]
    const [, name, row] = /^'([^']+)'!A(\d+)(?::ZZ)?$/.exec(range) ?? []
    if (name !== 'Contacts' || row === undefined) return [400, { error: { code: 400, status: 'INVALID_ARGUMENT' } }]
    if (clear) {
      sheet = sheet.map((cells, at) => (at < Number(row) - 1 ? cells : []))
      return [200, {}]
    }
    if (method !== 'PUT' || !path.endsWith('valueInputOption=RAW')) return [400, { error: { code: 400 } }]
    const { values } = JSON.parse(body) as { values: unknown[][] }
    for (const [at, cells] of values.entries()) sheet[Number(row) - 1 + at] = cells
    return [200, { updatedRows: values.length }]
  }

  const respond = (request: IncomingMessage, body: string): [number, object] => {
    const path = decodeURIComponent(request.url ?? '')
    if (path === '/token') return token(new URLSearchParams(body))
    if (path === '/revoke') return revoke(new URLSearchParams(body))
    const bearer = (request.headers.authorization ?? '').replace('Bearer ', '')
    if (!access.has(bearer)) return [401, { error: { code: 401, status: 'UNAUTHENTICATED' } }]
    return api(request.method ?? '', path, body)
  }

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const body = Buffer.concat(parts).toString('utf8')
    const grant = request.url === '/token' ? ` ${new URLSearchParams(body).get('grant_type')}` : ''
    const line = `${request.method} ${decodeURIComponent(request.url ?? '')}${grant}`
    requests.push(line)
    const at = behaviors.findIndex(({ text }) => line.includes(text))
    const behavior = at < 0 ? undefined : behaviors.splice(at, 1)[0]?.behavior
    if (behavior === 'reset') return void request.socket.destroy()
    if (typeof behavior === 'object') return send(response, behavior.status, behavior.body ?? {}, behavior.headers)
    const [status, found] = respond(request, body)
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
      spreadsheetClientId: CLIENT.id,
      spreadsheetClientSecret: CLIENT.secret,
      spreadsheetAuthorizeUrl: `${url}/authorize`,
      spreadsheetTokenUrl: `${url}/token`,
      spreadsheetRevokeUrl: `${url}/revoke`,
      spreadsheetApiUrl: url,
    },
    requests,
    grant: (address) => {
      const { searchParams } = new URL(address)
      const code = randomUUID()
      const redirectUri = searchParams.get('redirect_uri') ?? ''
      issued.push(code)
      codes.set(code, { redirectUri, challenge: searchParams.get('code_challenge') ?? '' })
      return `${new URL(redirectUri).pathname}?${new URLSearchParams({ code, state: searchParams.get('state') ?? '' })}`
    },
    rows: () => sheet.filter((cells) => cells.length > 0),
    fill: (rows) => {
      sheet = rows
    },
    next: (text, behavior) => void behaviors.push({ text, behavior }),
    expireAccess: () => access.clear(),
    revokeAll: () => {
      access.clear()
      refresh.clear()
    },
    secrets: () => issued,
    counts: () => ({ access: access.size, refresh: refresh.size }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const send = (response: ServerResponse, status: number, body: object, headers: Record<string, string> = {}): void => {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}
