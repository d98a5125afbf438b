import ipaddr from 'ipaddr.js'

/** Splits a list of addresses and CIDR ranges (commas, semicolons, white space); throws a RangeError naming a bad entry. */
export const parseAddressList = (text: string): [ipaddr.IPv4 | ipaddr.IPv6, number][] =>
  text
    .split(/[\s,;]+/)
    .filter((entry) => entry !== '')
    .map((entry) => {
      try {
        requireWritten(entry)
        return entry.includes('/') ? ipaddr.parseCIDR(entry) : single(ipaddr.parse(entry))
      } catch {
        throw new RangeError(`"${entry}" is neither an address nor a CIDR range`)
      }
    })

/**
 * Returns whether an address is in the list. IPv4 mapped into IPv6 counts as IPv4. A text that is not an address (a
 * proxy can forward anything) is in no list.
 */
export const isListed = (list: string, address: string): boolean => {
  if (!ipaddr.isValid(address)) return false
  const from = ipaddr.process(address)
  return parseAddressList(list).some(([network, bits]) => network.kind() === from.kind() && from.match(network, bits))
}

/**
 * Rejects short and octal forms of IPv4, which do not mean what most people expect: "10.1" is 10.0.0.1, "10/8" is
 * 0.0.0.10/8.
 */
const requireWritten = (entry: string): void => {
  const address = entry.split('/')[0] ?? ''
  if (!address.includes(':') && !ipaddr.IPv4.isValidFourPartDecimal(address)) throw new RangeError('is not written out')
}

const single = (address: ipaddr.IPv4 | ipaddr.IPv6): [ipaddr.IPv4 | ipaddr.IPv6, number] => [
  address,
  address.kind() === 'ipv4' ? 32 : 128,
]

/** Returns whether a host to listen on is reachable from this machine only. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || (ipaddr.isValid(host) && ipaddr.process(host).range() === 'loopback')

/**
 * Returns the subject of the limits of an address: the address, or for IPv6 its /64, which is the range of one
 * subscriber.
 */
export const addressSubject = (address: string): string => {
  if (!ipaddr.isValid(address)) return 'address:unknown'
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return `address:${parsed}`
  return `address:${ipaddr.IPv6.networkAddressFromCIDR(`${parsed}/64`)}/64`
}
