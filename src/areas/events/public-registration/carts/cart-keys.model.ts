import { randomBytes } from 'node:crypto'
import { hashOfLinkKey, makeLinkKey } from '#kernel/crypto/link-keys'

/** A key that opens a cart. */
export const newCartKey = makeLinkKey

/** What is stored of a key. */
export const hashOfKey = hashOfLinkKey

const PREFIX = 'link_'

/** Creates a token of a mailed link. It cannot be guessed, and cannot be mistaken for the solution of a captcha. */
export const newLinkToken = (): string => `${PREFIX}${randomBytes(24).toString('base64url')}`

export const isLinkToken = (response: string | null | undefined): response is string =>
  response?.startsWith(PREFIX) ?? false
