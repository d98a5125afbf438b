import { createHash, randomBytes } from 'node:crypto'
import type { Sealer } from '../crypto/seal.ts'
import { MAX_ID } from '../database/ids.ts'

/** A secret as it is stored. */
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
  /** Undefined for a text that does not have the form of a secret. */
  read(secret: string): { tenantId: number; hash: string } | undefined
}

const CONTEXT = 'feed address'
const SECRET = /^([0-9a-z]{1,6})-[A-Za-z0-9_-]{32}$/
const BYTES = 24

export const feedSecrets = (sealer: Sealer): FeedSecrets => ({
  make: (tenantId) => {
    const secret = `${tenantId.toString(36)}-${randomBytes(BYTES).toString('base64url')}`
    return { hash: hashOf(secret), sealed: sealer.seal(secret, CONTEXT) }
  },
  open: (sealed) => sealer.open(sealed, CONTEXT),
  read: (secret) => {
    const tenantId = Number.parseInt(SECRET.exec(secret)?.[1] ?? '', 36)
    return tenantId <= MAX_ID ? { tenantId, hash: hashOf(secret) } : undefined
  },
})

const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex')
