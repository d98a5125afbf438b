import { hashOfLinkKey, newLinkKey } from '#kernel/crypto/link-keys'

/** A key that opens a cart. */
export const newCartKey = newLinkKey

/** What is stored of a key. */
export const hashOfKey = hashOfLinkKey
