import ipaddr from 'ipaddr.js'

/** Splits a list of addresses and CIDR ranges (commas, semicolons, white space); throws a RangeError naming a bad entry. */
export const parseAddressList = (text: string): [ipaddr.IPv4 | ipaddr.IPv6, number][] =>
  text
    .split(/[\s,;]+/)
    .filter((entry) => entry !== '')
    .map((entry) => {
      try {
        return entry.includes('/') ? ipaddr.parseCIDR(entry) : single(ipaddr.parse(entry))
      } catch {
        throw new RangeError(`"${entry}" is neither an address nor a CIDR range`)
      }
    })

/** Whether an address lies in the list. IPv4 mapped into IPv6 counts as IPv4. */
export const isListed = (list: string, address: string): boolean => {
  const from = ipaddr.process(address)
  return parseAddressList(list).some(([network, bits]) => network.kind() === from.kind() && from.match(network, bits))
}

const single = (address: ipaddr.IPv4 | ipaddr.IPv6): [ipaddr.IPv4 | ipaddr.IPv6, number] => [
  address,
  address.kind() === 'ipv4' ? 32 : 128,
]
