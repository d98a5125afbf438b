import { hashToken } from '#kernel/crypto/api-key'
import type { Sealer } from '#kernel/crypto/seal'
import { makeTenantSecret, parseTenantSecret } from '#kernel/crypto/tenant-secret'

export interface StoredSecret {
  /** SHA-256, hex: identifies the secret of a request. */
  hash: string
  /** The encrypted secret: shows the address again to callers with the right to change the record. */
  sealed: string
}

/** Makes and reads the secrets in addresses that grant access by themselves. */
export interface FeedSecrets {
  /** Makes a new secret. It contains the tenant's id, so that it is looked up within that tenant. */
  make(tenantId: number): StoredSecret
  open(sealed: string): string
  /** Reads a secret; undefined for a text that does not have the form of one. */
  read(secret: string): { tenantId: number; hash: string } | undefined
}

/** The context of sealed secrets in addresses. */
export const FEED_CONTEXT = 'feed address'
const BYTES = 24

export const feedSecrets = (sealer: Sealer): FeedSecrets => ({
  make: (tenantId) => {
    const secret = makeTenantSecret(tenantId, BYTES)
    return { hash: hashToken(secret), sealed: sealer.seal(secret, FEED_CONTEXT) }
  },
  open: (sealed) => sealer.open(sealed, FEED_CONTEXT),
  read: (secret) => parseTenantSecret(secret, BYTES),
})
