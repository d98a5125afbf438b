import http, { type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import https from 'node:https'
import { isIPv6, type LookupFunction } from 'node:net'
import { pipeline, Readable } from 'node:stream'
import { OutboundFault, type OutboundFaultCode } from './outbound-fault.ts'

export interface OutboundRequest {
  url: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  headers?: Record<string, string>
  /** A stream needs the header content-length. */
  body?: string | Buffer | Readable
  /** Milliseconds for the whole call, including the resolution of the name. */
  timeout: number
  /** Bytes of the response's body that are read. */
  maxBytes: number
  /**
   * Whether a body that is too long, too slow or incomplete is a fault (the default), or is cut at the limit, the timeout
   * or the end of the connection.
   */
  longBody?: 'refuse' | 'cut'
}

export interface OutboundResponse {
  /** A redirect is not followed, so that its status is returned. */
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

const HEADER_BYTES = 16_384

/** Sends one request on its own connection, which is made only to one of these addresses. */
export const exchange = (
  url: URL,
  addresses: readonly string[],
  request: OutboundRequest,
  signal: AbortSignal,
): Promise<OutboundResponse> =>
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
    // The request asks for no other protocol. Without this handler the call would not end after such a response.
    outgoing.on('upgrade', ({ statusCode = 0, headers: received }, socket) => {
      socket.destroy()
      resolve({ status: statusCode, headers: received, body: Buffer.alloc(0) })
    })
    outgoing.on('response', (incoming) => {
      // From here on readBody handles an error, which is not always a fault.
      signal.removeEventListener('abort', late)
      outgoing.off('error', fail).on('error', () => undefined)
      readBody(incoming, request)
        .then((read) => resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, body: read }), fail)
        .finally(() => outgoing.destroy())
    })
    if (body instanceof Readable) pipeline(body, outgoing, (error) => error && fail(error))
    else outgoing.end(body)
  })

/** Resolves the name of the connection to the checked addresses, without asking DNS again. */
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

/** Returns the failure of a connection as the fault that a user can be shown. */
export const asFault = (error: unknown, signal: AbortSignal): OutboundFault => {
  if (error instanceof OutboundFault) return error
  return new OutboundFault(signal.aborted ? 'timeout' : codeOf(error as NodeJS.ErrnoException), error)
}

const codeOf = ({ code = '', errors }: NodeJS.ErrnoException & { errors?: unknown }): OutboundFaultCode => {
  if (CERTIFICATE.test(code)) return 'bad-certificate'
  return UNREACHABLE.test(code) || Array.isArray(errors) ? 'unreachable' : 'broken'
}
