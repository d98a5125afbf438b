import { createHash, randomBytes } from 'node:crypto'
import type { Sealer } from '../crypto/seal.ts'
import { MAX_ID } from '../database/ids.ts'

/** A secret as it rests. */
export interface RestingSecret {
  /** SHA-256, hex: by it whoever has the secret is let in. */
  hash: string
  /** The secret itself, sealed: by it those who may change the record are shown the address again. */
  sealed: string
}

/** What stands in addresses that are keys themselves. */
export interface FeedSecrets {
  /** A new secret of a tenant. The tenant's id stands in it, so that it is looked up behind that tenant's wall. */
  make(tenantId: number): RestingSecret
  open(sealed: string): string
  /** Undefined for what has not the form of a secret. */
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
