import { addressKeyOf, isMailAddress } from '#kernel/mail/address'

export interface ReadEmail {
  /** As it was written, trimmed. */
  address: string
  /** Lower case, the domain in ASCII: for matching. */
  key: string
}

/** Reads an email address as people use them; null where it is none that mail could be sent to. */
export const readEmail = (text: string): ReadEmail | null => {
  const address = text.trim()
  if (!isMailAddress(address)) return null
  const key = addressKeyOf(address)
  return Buffer.byteLength(key) > 254 ? null : { address, key }
}
