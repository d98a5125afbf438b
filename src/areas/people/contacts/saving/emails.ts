import { emailKey } from '../duplicates/keys.ts'

export interface ReadEmail {
  /** As it was written, trimmed. */
  address: string
  /** Lower case, the domain in ASCII: for matching. */
  key: string
}

/** A dot-atom (RFC 5321, section 4.1.2), letters of any script included (RFC 6531). Quoted local parts are not taken. */
const LOCAL = /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/

/** Reads an email address as people use them; null where it is none. */
export const readEmail = (text: string): ReadEmail | null => {
  const address = text.trim()
  const at = address.lastIndexOf('@')
  const local = address.slice(0, at)
  if (at < 1 || Buffer.byteLength(local) > 64 || !LOCAL.test(local)) return null
  const key = emailKey(address)
  if (Buffer.byteLength(key) > 254 || Buffer.byteLength(address) > 254) return null
  const labels = key.slice(key.lastIndexOf('@') + 1).split('.')
  const isDomain = labels.length >= 2 && labels.every((label) => LABEL.test(label)) && /[a-z]/.test(labels.at(-1) ?? '')
  return isDomain ? { address, key } : null
}
