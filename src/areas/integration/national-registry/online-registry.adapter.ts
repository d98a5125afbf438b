import type { OutboundResponse } from '#services/outbound/exchange'
import type { Outbound } from '#services/outbound/outbound'
import { OutboundFault } from '#services/outbound/outbound-fault'
import { type NationalRegistry, type RegistryChange, RegistryFault, type RegistryPage } from './registry.port.ts'

const TIMEOUT_MS = 15_000
const MAX_BYTES = 4_194_304
const MAX_NUMBER = 2_147_483_647
const MAX_DETAIL = 200

/** Address and key of an online registry. */
export interface RegistryAccess {
  url: string
  key: string
}

/**
 * Returns an online registry: `POST {url}/changes` with an Idempotency-Key accepts a change and returns `{NationalID}`;
 * `GET {url}/changes?after=` returns `{Changes: [{Id, Operation, Transaction}], Cursor, HasMore}`. Both require the key
 * as a bearer token.
 */
export const onlineRegistry = (outbound: Outbound, { url, key }: RegistryAccess): NationalRegistry => {
  const call = async (query: string, body?: { idempotencyKey: string; content: object }): Promise<object> => {
    const headers = {
      authorization: `Bearer ${key}`,
      accept: 'application/json',
      ...(body && { 'content-type': 'application/json', 'idempotency-key': body.idempotencyKey }),
    }
    const request = {
      url: `${url.replace(/\/+$/, '')}/changes${query}`,
      headers,
      timeout: TIMEOUT_MS,
      maxBytes: MAX_BYTES,
    }
    try {
      const content = body && JSON.stringify(body.content)
      return parse(
        await outbound.send(content ? { ...request, method: 'POST', body: content } : { ...request, method: 'GET' }),
      )
    } catch (error) {
      if (error instanceof OutboundFault)
        throw new RegistryFault('unavailable', { detail: error.message, cause: error })
      throw error
    }
  }
  return {
    send: async ({ requestId, nationalId, changeType, tags, contact }) => {
      const content = { NationalID: nationalId, ChangeType: changeType, Tags: tags, Contact: contact }
      const number = memberOf(await call('', { idempotencyKey: requestId, content }), 'NationalID')
      if (!Number.isInteger(number) || Number(number) < 1 || Number(number) > MAX_NUMBER)
        throw new RegistryFault('unavailable', { detail: 'Its response contains no number.' })
      return Number(number)
    },
    listChanges: async (cursor) =>
      pageOf(await call(cursor === null ? '' : `?after=${encodeURIComponent(cursor)}`), cursor),
  }
}

const parse = (response: OutboundResponse): object => {
  const fault = faultOf(response)
  if (fault) throw fault
  const body = bodyOf(response)
  if (body === null) throw new RegistryFault('unavailable', { detail: 'Its response is not valid JSON.' })
  return body
}

const bodyOf = ({ body }: OutboundResponse): object | null => {
  try {
    const parsed: unknown = JSON.parse(body.toString('utf8'))
    return typeof parsed === 'object' ? parsed : null
  } catch {
    return null
  }
}

const faultOf = (response: OutboundResponse): RegistryFault | null => {
  const { status } = response
  if (status >= 200 && status < 300) return null
  if (status === 401 || status === 403) return new RegistryFault('denied')
  if (status === 429) return new RegistryFault('throttled')
  if (status >= 500 || status === 408 || status < 400)
    return new RegistryFault('unavailable', { detail: `Status ${status}.` })
  const detail = memberOf(bodyOf(response) ?? {}, 'detail')
  return new RegistryFault('rejected', {
    detail: typeof detail === 'string' ? detail.slice(0, MAX_DETAIL) : `Status ${status}.`,
  })
}

const memberOf = (response: object, name: string): unknown =>
  new Map<string, unknown>(Object.entries(response)).get(name)

const pageOf = (response: object, cursor: string | null): RegistryPage => {
  const changes = memberOf(response, 'Changes')
  if (!Array.isArray(changes)) throw new RegistryFault('unavailable', { detail: 'Its response contains no changes.' })
  const next = memberOf(response, 'Cursor')
  return {
    changes: changes.map(changeOf),
    cursor: typeof next === 'string' ? next : cursor,
    hasMore: memberOf(response, 'HasMore') === true && typeof next === 'string' && next !== cursor,
  }
}

const changeOf = (change: unknown): RegistryChange => {
  const fields = typeof change === 'object' && change !== null ? change : {}
  return {
    id: String(memberOf(fields, 'Id')),
    operation: String(memberOf(fields, 'Operation')),
    transaction: memberOf(fields, 'Transaction'),
  }
}
