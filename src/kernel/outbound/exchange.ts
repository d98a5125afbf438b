import http, { type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import https from 'node:https'
import { isIPv6, type LookupFunction } from 'node:net'
import { OutboundFault, type OutboundFaultCode } from './outbound-fault.ts'

export interface OutboundRequest {
  url: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  headers?: Record<string, string>
  body?: string | Buffer
  /** Milliseconds for the whole call, the name's resolution included. */
  timeout: number
  /** Bytes of the answer's body that are taken. */
  maxBytes: number
  /**
   * A body that is longer, slower or breaks off: a fault, or cut off where the limit or the time is reached or it breaks.
   * A fault where not said.
   */
  longBody?: 'refuse' | 'cut'
}

export interface OutboundAnswer {
  /** A redirect is an answer like any other: it is not followed. */
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

const HEADER_BYTES = 16_384

/** One request on a connection of its own, which is made to one of these addresses and to no other. */
export const exchange = (
  url: URL,
  addresses: readonly string[],
  request: OutboundRequest,
  signal: AbortSignal,
): Promise<OutboundAnswer> =>
  new Promise((resolve, reject) => {
    const { method, headers, body } = request
    const fail = (error: unknown) => reject(asFault(error, signal))
    const late = () => fail(signal.reason)
    signal.addEventListener('abort', late, { once: true })
    const outgoing = (url.protocol === 'https:' ? https : http).request(url, {
      method,
      headers: { 'user-agent': 'Guildhall/1.0', ...headers },
      agent: false,
      lookup: only(addresses),
      signal,
      maxHeaderSize: HEADER_BYTES,
    })
    outgoing.on('error', fail)
    // Nobody asked for another protocol. Unheard, such an answer ends the connection without a word, and the call never.
    outgoing.on('upgrade', ({ statusCode = 0, headers: told }, socket) => {
      socket.destroy()
      resolve({ status: statusCode, headers: told, body: Buffer.alloc(0) })
    })
    outgoing.on('response', (incoming) => {
      // From here on what breaks is told by the body's end, which may be no fault at all.
      signal.removeEventListener('abort', late)
      outgoing.off('error', fail).on('error', () => undefined)
      readBody(incoming, request)
        .then((read) => resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, body: read }), fail)
        .finally(() => outgoing.destroy())
    })
    outgoing.end(body)
  })

/** What the connection asks for the name's addresses: it gets those that were checked, whatever the name says by now. */
const only =
  (addresses: readonly string[]): LookupFunction =>
  (_name, { all }, done) => {
    const found = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }))
    const [first = { address: '', family: 4 }] = found
    if (all) done(null, found)
    else done(null, first.address, first.family)
  }

const readBody = async (
  incoming: IncomingMessage,
  { maxBytes, longBody = 'refuse' }: OutboundRequest,
): Promise<Buffer> => {
  const parts: Buffer[] = []
  let bytes = 0
  try {
    for await (const part of incoming as AsyncIterable<Buffer>) {
      bytes += part.length
      parts.push(part)
      if (bytes > maxBytes) break
    }
  } catch (error) {
    if (longBody === 'refuse') throw error
  }
  if (bytes > maxBytes && longBody === 'refuse') throw new OutboundFault('too-large')
  return Buffer.concat(parts).subarray(0, maxBytes)
}

const CERTIFICATE =
  /^(CERT_|ERR_TLS_CERT|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE)/
const UNREACHABLE = /^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|ETIMEDOUT|EINVAL|EACCES|EPERM)$/

const asFault = (error: unknown, signal: AbortSignal): OutboundFault => {
  if (error instanceof OutboundFault) return error
  return new OutboundFault(signal.aborted ? 'timeout' : codeOf(error as NodeJS.ErrnoException), error)
}

const codeOf = ({ code = '', errors }: NodeJS.ErrnoException & { errors?: unknown }): OutboundFaultCode => {
  if (CERTIFICATE.test(code)) return 'bad-certificate'
  return UNREACHABLE.test(code) || Array.isArray(errors) ? 'unreachable' : 'broken'
}
