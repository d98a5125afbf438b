import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { isListed } from '../auth/address-list.ts'

/** A cloud's own service on an address that looks public (Azure's wire server: certificates and settings of the machine). */
const CLOUD_SERVICES = ['168.63.129.16']

/** The well-known prefix (RFC 6052); that for local use, 64:ff9b:1::/48, stays refused. */
const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96')

/**
 * Whether an address is one of the public internet: global unicast and nothing else. Private, loopback, link-local,
 * metadata, shared, documentation, multicast and reserved addresses are not, nor are forms that carry an IPv4 address
 * inside (mapped, 6to4, Teredo, ISATAP); of NAT64 the address inside decides, since whole networks live behind it.
 * What is no address at all is not public.
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

/** What an address is to the door: `public`, `listed` by the operator though it is not, or `refused`. */
export type Standing = 'public' | 'listed' | 'refused'

/** @param listed addresses and CIDR ranges that may be called although they are not public. */
export const standingOf = (address: string, listed: string): Standing => {
  if (isListed(listed, address)) return 'listed'
  return isPublicAddress(address) ? 'public' : 'refused'
}
