import type { Sealer } from '#kernel/crypto/seal'
import type { SealedColumn } from '#kernel/crypto/sealed-columns'
import type { NativeConnector } from '#prisma/client'
import { FEED_CONTEXT } from '#services/auth/feed-secrets'
import type { Credentials } from '../native-app.port.ts'
import type { Tokens } from './oauth-service.adapter.ts'

/**
 * Returns the context in which credentials are sealed for their connector: in the row of another one they cannot be
 * opened.
 */
const contextOf = (tenantId: number, connectorId: number | string) => `native-credentials:${tenantId}:${connectorId}`
const verifierContext = (tenantId: number) => `native-verifier:${tenantId}`

type Owner = Pick<NativeConnector, 'tenantId' | 'id'>

export const sealCredentials = (sealer: Sealer, { tenantId, id }: Owner, fields: Credentials): string =>
  sealer.seal(JSON.stringify(Object.fromEntries(fields)), contextOf(tenantId, id))

/** Returns the credentials by name; empty if the connector has none. */
export const openCredentials = (sealer: Sealer, { tenantId, id, credentials }: NativeConnector): Credentials =>
  credentials === null
    ? new Map()
    : new Map(Object.entries(JSON.parse(sealer.open(credentials, contextOf(tenantId, id))) as Record<string, string>))

const ACCESS = 'accessToken'
const REFRESH = 'refreshToken'

/** Returns the columns of issued tokens. */
export const sealTokens = (
  sealer: Sealer,
  owner: Owner,
  { accessToken, refreshToken, expiresIn }: Tokens,
  now: Date,
) => ({
  credentials: sealCredentials(
    sealer,
    owner,
    new Map([
      [ACCESS, accessToken],
      [REFRESH, refreshToken],
    ]),
  ),
  expiresAt: new Date(now.getTime() + expiresIn * 1000),
})

export const openTokens = (sealer: Sealer, connector: NativeConnector) => {
  const found = openCredentials(sealer, connector)
  return { accessToken: found.get(ACCESS) ?? '', refreshToken: found.get(REFRESH) ?? '' }
}

export const sealVerifier = (sealer: Sealer, tenantId: number, verifier: string): string =>
  sealer.seal(verifier, verifierContext(tenantId))

export const openVerifier = (sealer: Sealer, tenantId: number, sealed: string): string =>
  sealer.open(sealed, verifierContext(tenantId))

/** The columns with secrets of connectors and addresses of feeds, for their encryption with a new secret of the installation. */
export const nativeSecrets: readonly SealedColumn[] = [
  { table: 'native_connector', column: 'credentials', context: contextOf },
  { table: 'native_authorization', column: 'verifier', context: verifierContext },
  { table: 'native_feed', column: 'sealed', context: () => FEED_CONTEXT },
]
