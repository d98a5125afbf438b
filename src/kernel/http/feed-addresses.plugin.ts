import { createHash, randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { Config } from '../config/settings.ts'
import type { Sealer } from '../crypto/seal.ts'
import { publicOrigin } from './public-origin.ts'

/** A secret as it rests. */
export interface RestingSecret {
  /** SHA-256, hex: by it whoever has the secret is let in. */
  hash: string
  /** The secret itself, sealed: by it those who may change the record are shown the address again. */
  sealed: string
}

/** Addresses that are keys themselves: whoever has one reads what it leads to. */
export interface FeedAddresses {
  /** PUBLIC_URL's host name; null where none is configured. */
  readonly host: string | null
  origin(request: FastifyRequest): string
  /** A new secret of a tenant. The tenant's id stands in it, so that it is looked up behind that tenant's wall. */
  make(tenantId: number): RestingSecret
  open(sealed: string): string
  /** Undefined for what has not the form of a secret. */
  read(secret: string): { tenantId: number; hash: string } | undefined
}

declare module 'fastify' {
  interface FastifyInstance {
    feedAddresses: FeedAddresses
  }
}

const CONTEXT = 'feed address'
const SECRET = /^([0-9a-z]{1,6})-[A-Za-z0-9_-]{32}$/
const BYTES = 24
const MOST_ID = 2_147_483_647

/** What areas that publish feeds need, on the application. */
export const feedAddresses = fp<{ config: Pick<Config, 'publicUrl'>; sealer: Sealer }>(
  async (app, { config: { publicUrl }, sealer }) => {
    app.decorate('feedAddresses', {
      host: publicUrl === '' ? null : new URL(publicUrl).hostname,
      origin: (request) => publicOrigin(request, publicUrl),
      make: (tenantId) => {
        const secret = `${tenantId.toString(36)}-${randomBytes(BYTES).toString('base64url')}`
        return { hash: hashOf(secret), sealed: sealer.seal(secret, CONTEXT) }
      },
      open: (sealed) => sealer.open(sealed, CONTEXT),
      read: (secret) => {
        const tenantId = Number.parseInt(SECRET.exec(secret)?.[1] ?? '', 36)
        return tenantId <= MOST_ID ? { tenantId, hash: hashOf(secret) } : undefined
      },
    } satisfies FeedAddresses)
  },
)

const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex')
