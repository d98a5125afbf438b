import type { Scope } from '#kernel/tenancy/scope'
import type { NativeConnector } from '#prisma/client'
import { appOf } from '../catalog/catalog.model.ts'
import { recordNewVersion } from '../integration-changes.service.ts'
import { NativeFault, type NativeTools, type OAuthAddresses, type OAuthConnector } from '../native-app.port.ts'
import type { Integration } from '../native-integrations.model.ts'
import { openTokens, sealTokens } from './credentials.model.ts'
import { GrantRefused, refreshTokens, revokeToken } from './oauth-service.adapter.ts'

/** An access token is renewed when it expires within this time. */
const MARGIN_MS = 60_000
export const NOT_CONNECTED = 'The connector is not connected.'
const REVOKED = 'The access was revoked or has expired. Authorize the connection again.'

/** Returns the OAuth connector of an app; undefined if it has another one or none. */
export const oauthOf = (integration: Pick<Integration, 'appId'>): OAuthConnector | undefined => {
  const { connector } = appOf(integration)
  return connector?.authentication === 'OAuth2' ? connector : undefined
}

/**
 * Returns a valid access token of an integration, and renews the tokens first if the access token expires soon or was
 * rejected. Only the run of the integration uses its tokens, and one run at a time, so that none is renewed twice.
 *
 * @throws NativeFault.
 */
export const getAccessToken = async (
  scope: Scope,
  tools: NativeTools,
  integrationId: number,
  rejected?: string,
): Promise<string> => {
  const { tenantId, prisma } = scope.db
  const where = { tenantId, id: integrationId }
  const integration = await prisma.nativeIntegration.findFirst({ where, include: { connector: true } })
  const connector = integration?.connector
  const addresses = integration && oauthOf(integration)?.service.addressesOf(tools.connectorConfig)
  if (!connector || connector.credentials === null || !addresses) throw new NativeFault(NOT_CONNECTED)
  const { accessToken, refreshToken } = openTokens(tools.sealer, connector)
  const isFresh = connector.expiresAt && connector.expiresAt.getTime() > scope.clock.now().getTime() + MARGIN_MS
  if (isFresh && accessToken !== rejected) return accessToken
  const issued = await renew(scope, tools, addresses, { connector, refreshToken })
  // A connection that was made since keeps its tokens: what it was made with is compared by the time.
  await prisma.nativeConnector.updateMany({
    where: { tenantId, id: connector.id, connectedAt: connector.connectedAt },
    data: sealTokens(tools.sealer, connector, issued, scope.clock.now()),
  })
  return issued.accessToken
}

const renew = async (
  scope: Scope,
  { outbound }: NativeTools,
  addresses: OAuthAddresses,
  { connector, refreshToken }: { connector: NativeConnector; refreshToken: string },
) => {
  try {
    return await refreshTokens(outbound, addresses, refreshToken)
  } catch (error) {
    if (!(error instanceof GrantRefused)) throw error
    await endConnection(scope, connector)
    throw new NativeFault(REVOKED)
  }
}

/** Marks a connector whose tokens no longer work. A connection that was made after them stays. */
const endConnection = (scope: Scope, { id, integrationId, connectedAt }: NativeConnector): Promise<void> =>
  scope.db.transaction(async (tx) => {
    const { count } = await tx.nativeConnector.updateMany({
      where: { tenantId: scope.db.tenantId, id, connectedAt },
      data: { credentials: null, connectedAt: null, expiresAt: null, message: REVOKED },
    })
    if (count > 0) await recordNewVersion(scope, tx, integrationId)
  })

/** Revokes the access of an integration at the other side. The result does not matter here: the tokens are deleted. */
export const revokeAccess = async (
  scope: Scope,
  { outbound, sealer, connectorConfig }: NativeTools,
  integration: Integration,
): Promise<void> => {
  const { connector } = integration
  const addresses = oauthOf(integration)?.service.addressesOf(connectorConfig)
  if (!addresses || !connector?.credentials) return
  try {
    await revokeToken(outbound, addresses, openTokens(sealer, connector).refreshToken)
  } catch (error) {
    if (!(error instanceof NativeFault)) throw error
    scope.log.warn(
      { err: error, tenant: scope.db.tenantId },
      'a service did not revoke the tokens that were deleted here',
    )
  }
}
