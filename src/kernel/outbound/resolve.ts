import { Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'
import { OutboundFault } from './outbound-fault.ts'

/** Every address that a name stands for. */
export type Resolve = (name: string, signal: AbortSignal) => Promise<string[]>

const LOOPBACK = ['127.0.0.1', '::1']

/**
 * Asks the DNS servers, IPv4 and IPv6 at once. Not by the system's getaddrinfo: that blocks one of four threads for as
 * long as a name server hangs, and a few names that do would hold up all others, passwords and files included.
 * @param servers the machine's own unless others are named.
 */
export const askDns =
  (servers?: readonly string[]): Resolve =>
  async (name, signal) => {
    if (/(^|\.)localhost\.?$/.test(name)) return LOOPBACK
    const resolver = new Resolver({ timeout: 2000, tries: 2 })
    if (servers) resolver.setServers(servers)
    const cancel = () => resolver.cancel()
    signal.addEventListener('abort', cancel, { once: true })
    const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
    signal.removeEventListener('abort', cancel)
    return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  }

/** The addresses of a URL's host, which may be an address itself, in whatever spelling: the URL has read it already. */
export const addressesOf = async ({ hostname }: URL, resolve: Resolve, signal: AbortSignal): Promise<string[]> => {
  const literal = hostname.replace(/^\[(.*)\]$/, '$1')
  if (isIP(literal) !== 0) return [literal]
  const addresses = await resolve(hostname, signal)
  if (addresses.length === 0) throw new OutboundFault(signal.aborted ? 'timeout' : 'unresolved')
  return addresses
}
