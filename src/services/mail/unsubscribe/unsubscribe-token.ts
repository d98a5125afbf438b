import type { Sealer } from '#kernel/crypto/seal'
import { tenantTokens } from '#services/auth/tenant-token'

/** The recipient and category of a link. */
export interface Subscription {
  tenantId: number
  /** Lower case. */
  addressKey: string
  category: string
}

/** Links to unsubscribe without sign-in. They never expire (RFC 8058). */
export interface UnsubscribeTokens {
  make(subscription: Subscription): string
  /** Reads a token; undefined for one that this server did not make. */
  read(token: string): Subscription | undefined
}

const CONTEXT = 'mail unsubscribe'

/** Makes tokens, encrypted rather than only signed, so that no address appears in links and the logs of proxies. */
export const unsubscribeTokens = (sealer: Sealer): UnsubscribeTokens => {
  const { make, read } = tenantTokens(sealer)
  return {
    make: ({ tenantId, addressKey, category }) => make([tenantId, addressKey, category], CONTEXT),
    read: (token) => {
      const values = read(token, CONTEXT) as readonly [number, string, string] | undefined
      return values && { tenantId: values[0], addressKey: values[1], category: values[2] }
    },
  }
}

/** Returns the path of a token. */
export const unsubscribeUrl = (origin: string, token: string): string =>
  `${origin}/api/public/mail/unsubscribe/${token}`
