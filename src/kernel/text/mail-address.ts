import { domainToASCII } from 'node:url'

/** Characters that a header must not contain: control characters, line ends and separators. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u

/** A dot-atom (RFC 5321, section 4.1.2), letters of any script included (RFC 6531). */
const LOCAL = /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u
/** Checked as written: the conversion of a domain to ASCII silently drops line ends. */
const DOMAIN = /^[\p{L}\p{M}\p{N}.-]+$/u
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/
const MAX_NAME = 200

/** Returns whether mail can be sent to it: one address without a name, with at least one dot in its domain. */
export const isMailAddress = (address: string): boolean => {
  const at = address.lastIndexOf('@')
  const local = address.slice(0, at)
  if (at < 1 || Buffer.byteLength(local) > 64 || Buffer.byteLength(address) > 254 || !LOCAL.test(local)) return false
  const domain = address.slice(at + 1)
  if (!DOMAIN.test(domain)) return false
  const labels = domainToASCII(domain).split('.')
  return labels.length > 1 && labels.every((label) => LABEL.test(label)) && /[a-z]/.test(labels.at(-1) ?? '')
}

/** Returns the form in which addresses are compared, also those of contacts: lower case, the domain in ASCII. */
export const addressKeyOf = (address: string): string => {
  const trimmed = address.trim().normalize('NFC').toLowerCase()
  const at = trimmed.lastIndexOf('@')
  const domain = domainToASCII(trimmed.slice(at + 1))
  return at < 0 || domain === '' ? trimmed : `${trimmed.slice(0, at)}@${domain}`
}

/** Makes one line of text for a header: a line break in a name or subject must not begin another header. */
export const oneLine = (text: string, most = 500): string =>
  text.split(UNPRINTABLE).join(' ').replace(/\s+/g, ' ').trim().slice(0, most).toWellFormed()

/** Returns a display name for a header; null if nothing is left. */
export const displayName = (name: string | null): string | null => oneLine(name ?? '', MAX_NAME) || null
