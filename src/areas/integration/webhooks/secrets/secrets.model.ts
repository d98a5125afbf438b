import type { Sealer } from '#kernel/crypto/seal'

/** Seals signing secrets, each for its own webhook: moved to another row it cannot be opened. */
export const sealSecret = (sealer: Sealer, tenantId: number, webhookId: number, secret: string): string =>
  sealer.seal(secret, context(tenantId, webhookId))

export const openSecrets = (sealer: Sealer, tenantId: number, webhookId: number, sealed: readonly string[]): string[] =>
  sealed.map((text) => sealer.open(text, context(tenantId, webhookId)))

const context = (tenantId: number, webhookId: number) => `webhook-secret:${tenantId}:${webhookId}`

/** How a secret is shown once it was told. */
export const maskSecret = (hint: string): string => `whsec_****${hint}`
