import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { isListed } from '#kernel/http/address-list'

/** Services of a cloud on addresses that look public. Azure's wire server returns certificates and settings of the machine. */
const CLOUD_SERVICES = ['168.63.129.16']

/** The well-known prefix (RFC 6052). The prefix for local use, 64:ff9b:1::/48, is not public. */
const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96')

/**
 * Returns whether an address belongs to the public internet, which is true of global unicast only. Private, loopback,
 * link-local, metadata, shared, documentation, multicast and reserved addresses are not public, nor are forms that
 * contain an IPv4 address (mapped, 6to4, Teredo, ISATAP). For NAT64 the contained address decides, since whole networks
 * use it. A text that is not an address is not public.
 */
export const isPublicAddress = (address: string): boolean => {
  if (isIP(address) === 0) return false
  const parsed = ipaddr.parse(address)
  return parsed instanceof ipaddr.IPv6 ? isPublic6(parsed) : isPublic4(parsed)
}

const isPublic4 = (address: ipaddr.IPv4): boolean =>
  address.range() === 'unicast' && !CLOUD_SERVICES.includes(address.toString())

const isPublic6 = (address: ipaddr.IPv6): boolean => {
  const [first = 0, , , , fifth = 0, sixth = 0] = address.parts
  if (address.match(...NAT64)) return isPublic4(new ipaddr.IPv4(address.toByteArray().slice(12)))
  const isGlobal = (first & 0xe000) === 0x2000
  const isIsatap = (fifth & 0xfdff) === 0 && sixth === 0x5efe
  return address.range() === 'unicast' && isGlobal && !isIsatap
}

/** The class of an address: `public`, `listed` by the operator although it is not public, or `refused`. */
export type AddressClass = 'public' | 'listed' | 'refused'

/** @param listed addresses and CIDR ranges that may be called although they are not public. */
export const classifyAddress = (address: string, listed: string): AddressClass => {
  if (isListed(listed, address)) return 'listed'
  return isPublicAddress(address) ? 'public' : 'refused'
}
