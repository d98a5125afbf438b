import { Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'
import { OutboundFault } from './outbound-fault.ts'

/** Resolves a name to all its addresses. Returns none if there are none, or if the signal is aborted. */
export type Resolve = (name: string, signal: AbortSignal) => Promise<string[]>

const LOOPBACK = ['127.0.0.1', '::1']

/** Returns whether a name means this machine (RFC 6761, section 6.3), which no name server decides. */
export const isLocalName = (name: string): boolean => /(^|\.)localhost\.?$/i.test(name)

/**
 * Queries the DNS servers for IPv4 and IPv6 addresses at once. It does not use the system's getaddrinfo, which blocks one of
 * four threads while a name server does not respond: a few such names would delay all other uses of these threads,
 * password hashes and files included.
 *
 * @param servers those of the machine by default.
 */
export const askDns =
  (servers?: readonly string[]): Resolve =>
  async (name, signal) => {
    // An aborted signal emits no event, so the queries would run until the resolver's own limit.
    if (signal.aborted) return []
    const resolver = new Resolver({ timeout: 2000, tries: 2 })
    if (servers) resolver.setServers(servers)
    const cancel = () => resolver.cancel()
    signal.addEventListener('abort', cancel, { once: true })
    const found = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
    signal.removeEventListener('abort', cancel)
    return found.flatMap((addresses) => (addresses.status === 'fulfilled' ? addresses.value : []))
  }

/** Returns the addresses of a URL's host, which can be an address itself: URL has normalized its spelling. */
export const resolveAddresses = async (
  { hostname }: Pick<URL, 'hostname'>,
  resolve: Resolve,
  signal: AbortSignal,
): Promise<string[]> => {
  const literal = hostname.replace(/^\[(.*)\]$/, '$1')
  if (isIP(literal) !== 0) return [literal]
  if (isLocalName(hostname)) return LOOPBACK
  const addresses = await resolve(hostname, signal)
  if (addresses.length === 0) throw new OutboundFault(signal.aborted ? 'timeout' : 'unresolved')
  return addresses
}
