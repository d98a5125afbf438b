import { randomBytes } from 'node:crypto'
import type { Sealer } from '#kernel/crypto/seal'
import type { SealedColumn } from '#kernel/crypto/sealed-columns'

export const SECRET_PREFIX = 'whsec_'
const SECRET_BYTES = 32

/** Creates a signing secret in the form of Standard Webhooks: `whsec_` and base64. */
export const makeSecret = (): string => SECRET_PREFIX + randomBytes(SECRET_BYTES).toString('base64')

/** Seals a secret for its webhook: in the row of another webhook it cannot be opened. */
export const sealSecret = (sealer: Sealer, tenantId: number, webhookId: number, secret: string): string =>
  sealer.seal(secret, context(tenantId, webhookId))

export const openSecrets = (sealer: Sealer, tenantId: number, webhookId: number, sealed: readonly string[]): string[] =>
  sealed.map((text) => sealer.open(text, context(tenantId, webhookId)))

const context = (tenantId: number, webhookId: number | string) => `webhook-secret:${tenantId}:${webhookId}`

/** The column of the secrets, for their encryption with a new secret of the installation. */
export const webhookSecrets: SealedColumn = {
  table: 'webhook_secret',
  column: 'sealed',
  contextColumn: 'webhook_id',
  context,
}

/** Returns a secret as responses show it after its creation. */
export const maskSecret = (hint: string): string => `${SECRET_PREFIX}****${hint}`
