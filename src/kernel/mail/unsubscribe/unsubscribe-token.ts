import type { Sealer } from '#kernel/crypto/seal'

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
  /** Undefined for a token that this server did not make. */
  read(token: string): Subscription | undefined
}

const CONTEXT = 'mail unsubscribe'

/** Encrypted rather than only signed, so that no address appears in links and the logs of proxies. */
export const unsubscribeTokens = (sealer: Sealer): UnsubscribeTokens => ({
  make: ({ tenantId, addressKey, category }) =>
    Buffer.from(sealer.seal(JSON.stringify([tenantId, addressKey, category]), CONTEXT), 'base64').toString('base64url'),
  read: (token) => {
    try {
      const sealed = Buffer.from(token, 'base64url').toString('base64')
      const [tenantId, addressKey, category] = JSON.parse(sealer.open(sealed, CONTEXT)) as [number, string, string]
      return { tenantId, addressKey, category }
    } catch {
      return undefined
    }
  },
})

/** The path of a token. */
export const unsubscribeUrl = (origin: string, token: string): string =>
  `${origin}/api/public/mail/unsubscribe/${token}`
