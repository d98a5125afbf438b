import type { Sealer } from '#kernel/crypto/seal'

/** Whose mail of what a link is about. */
export interface Subscription {
  tenantId: number
  /** Lower case. */
  addressKey: string
  category: string
}

/** Links by which a recipient unsubscribes, without signing in and for good: they never expire (RFC 8058). */
export interface UnsubscribeTokens {
  make(subscription: Subscription): string
  /** Undefined for what was not made here. */
  read(token: string): Subscription | undefined
}

const CONTEXT = 'mail unsubscribe'

/** Encrypted rather than merely signed, so that an address does not stand in links and the logs of proxies. */
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

/** Where a token leads. */
export const unsubscribeUrl = (origin: string, token: string): string =>
  `${origin}/api/public/mail/unsubscribe/${token}`
