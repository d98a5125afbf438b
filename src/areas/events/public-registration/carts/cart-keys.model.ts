import { hashOfLinkKey, makeLinkKey } from '#kernel/crypto/link-keys'

/** A key that opens a cart. */
export const newCartKey = makeLinkKey

/** What is stored of a key. */
export const hashOfKey = hashOfLinkKey
