import { standingOf } from './address-policy.ts'
import { exchange, type OutboundAnswer, type OutboundRequest } from './exchange.ts'
import { OutboundFault } from './outbound-fault.ts'
import { addressesOf, askDns, type Resolve } from './resolve.ts'

/**
 * The one door through which this server calls others at addresses that users name. Each call resolves the name,
 * refuses it where a single one of its addresses may not be called, and connects to one of those that were looked at:
 * a name that leads elsewhere a moment later gains nothing. Redirects are not followed. See docs/decisions/0027.
 */
export interface Outbound {
  /** Looks at the URL as a call would, without calling it. Throws an OutboundFault. */
  check(url: string): Promise<void>
  /** @throws OutboundFault where there is no answer; an answer of whatever status is none. */
  send(request: OutboundRequest): Promise<OutboundAnswer>
}

const CHECK_MS = 5000

/**
 * @param listed addresses and CIDR ranges that may be called although they are not public, and without TLS too.
 * @param resolve what resolves names; DNS unless a test says otherwise.
 */
export const openOutbound = (listed: string, resolve: Resolve = askDns()): Outbound => {
  const addressesToCall = async (url: URL, signal: AbortSignal): Promise<string[]> => {
    const addresses = await addressesOf(url, resolve, signal)
    const standings = addresses.map((address) => standingOf(address, listed))
    if (standings.includes('refused')) throw new OutboundFault('refused-address')
    if (url.protocol === 'http:' && standings.includes('public')) throw new OutboundFault('not-https')
    return addresses
  }
  return {
    check: async (text) => {
      await addressesToCall(readUrl(text), AbortSignal.timeout(CHECK_MS))
    },
    send: async (request) => {
      const url = readUrl(request.url)
      const signal = AbortSignal.timeout(request.timeout)
      return exchange(url, await addressesToCall(url, signal), request, signal)
    },
  }
}

const readUrl = (text: string): URL => {
  if (!URL.canParse(text)) throw new OutboundFault('bad-url')
  const url = new URL(text)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new OutboundFault('bad-url')
  if (url.username !== '' || url.password !== '') throw new OutboundFault('has-credentials')
  return url
}
