import { isIPv6, type Socket } from 'node:net'
import { inSpan, type SpanRequest } from '#kernel/tracing/tracing'
import { classifyAddress } from './address-policy.ts'
import { connectTo } from './connect-to.ts'
import { exchange, type OutboundRequest, type OutboundResponse } from './exchange.ts'
import { OutboundFault } from './outbound-fault.ts'
import { askDns, isLocalName, type Resolve, resolveAddresses } from './resolve.ts'

/**
 * The only access to other servers whose addresses come from users. Each call resolves the name, rejects it if any of
 * its addresses may not be called, and connects to one of the checked addresses, so that a name cannot resolve to another
 * address after the check. Redirects are not followed. See docs/decisions/0027.
 */
export interface Outbound {
  /** Checks the URL as a call does, without calling it. @throws OutboundFault. */
  check(url: string): Promise<void>
  /** Returns a response of any status. @throws OutboundFault if there is no response. */
  send(request: OutboundRequest): Promise<OutboundResponse>
  /**
   * Opens a TCP connection for a protocol that encrypts by itself, such as SSH. The caller destroys it.
   *
   * @throws OutboundFault.
   */
  connect(target: OutboundTarget): Promise<Socket>
}

/** The other end of a connection. */
export interface OutboundTarget {
  /** A name or an address. */
  host: string
  port: number
  /** Milliseconds until the connection must be open, including the resolution of the name. */
  timeout: number
}

/**
 * Opens the span of a call. It has no path: addresses of webhooks can contain a secret. No header is sent: the receiver
 * is another organization.
 */
const spanOf = ({ method }: OutboundRequest, { hostname, port }: URL): SpanRequest => ({
  name: `call ${method}`,
  kind: 'CLIENT',
  attributes: {
    'http.request.method': method,
    'server.address': hostname,
    'server.port': Number(port) || 443,
  },
  needsParent: true,
})

const CHECK_MS = 5000

/**
 * @param listed addresses and CIDR ranges that may be called although they are not public, with or without TLS.
 * @param resolve resolves names; DNS by default.
 */
export const openOutbound = (listed: string, resolve: Resolve = askDns()): Outbound => {
  const checked = async (hostname: string, signal: AbortSignal) => {
    const found = await resolveAddresses({ hostname }, resolve, signal)
    const classOf = (address: string) => classifyAddress(address, listed)
    // This machine has two addresses, and a list of one kind allows its name. Who controls another name controls all of its addresses.
    const addresses = isLocalName(hostname) ? found.filter((address) => classOf(address) === 'listed') : found
    const classes = addresses.map(classOf)
    if (addresses.length === 0 || classes.includes('refused')) throw new OutboundFault('refused-address')
    return { addresses, classes }
  }
  const addressesToCall = async ({ hostname, protocol }: URL, signal: AbortSignal): Promise<string[]> => {
    const { addresses, classes } = await checked(hostname, signal)
    if (protocol === 'http:' && classes.includes('public')) throw new OutboundFault('not-https')
    return addresses
  }
  return {
    check: async (text) => {
      await addressesToCall(parseUrl(text), AbortSignal.timeout(CHECK_MS))
    },
    send: async (request) => {
      const url = parseUrl(request.url)
      return inSpan(spanOf(request, url), async () => {
        const signal = AbortSignal.timeout(request.timeout)
        return exchange(url, await addressesToCall(url, signal), request, signal)
      })
    },
    connect: async ({ host, port, timeout }) => {
      const signal = AbortSignal.timeout(timeout)
      const { addresses } = await checked(parseHost(host), signal)
      return connectTo(addresses, port, signal)
    },
  }
}

const parseUrl = (text: string): URL => {
  if (!URL.canParse(text)) throw new OutboundFault('bad-url')
  const url = new URL(text)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new OutboundFault('bad-url')
  if (url.username !== '' || url.password !== '') throw new OutboundFault('has-credentials')
  return url
}

/** Returns the spelling of a host by which addresses are recognized: a number such as 2130706433 is one, too. */
const parseHost = (host: string): string => {
  const text = `http://${isIPv6(host) ? `[${host}]` : host}`
  if (!/^[\w.-]+$/.test(host) && !isIPv6(host)) throw new OutboundFault('bad-url')
  if (!URL.canParse(text)) throw new OutboundFault('bad-url')
  return new URL(text).hostname
}
