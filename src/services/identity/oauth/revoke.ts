import { isToken, keyOfToken } from '#kernel/crypto/api-key'
import { TRANSACTION_LIMITS } from '#kernel/database/transaction-limits'
import type { OAuthClient } from '../clients.ts'
import type { OAuthContext } from './context.ts'
import { revokeFamily } from './families.ts'

/**
 * Revokes a token of the client (RFC 7009): a refresh token with its whole family, an access token by itself. A token that
 * is unknown or of another client is not changed and gets the same response.
 */
export const revokeToken = async (
  context: OAuthContext,
  client: OAuthClient,
  token: string,
  issuer: string,
): Promise<void> => {
  const { system, clock } = context
  const own = { permissionTenantId: client.tenantId, permissionId: client.id }
  if (isToken('ghr', token)) {
    const { hash, ...ofTenant } = keyOfToken(token)
    const found = await system.oAuthToken.findFirst({ where: { ...own, ...ofTenant, refreshHash: hash } })
    if (!found) return
    await system.$transaction((tx) => revokeFamily(tx, found, clock.now()), TRANSACTION_LIMITS)
  } else {
    const key = await context.tokens.verify(token, issuer)
    if (!key) return
    const { hash, ...ofTenant } = key
    await system.oAuthToken.updateMany({
      where: { ...own, ...ofTenant, accessHash: hash, revokedAt: null },
      data: { revokedAt: clock.now() },
    })
  }
  await context.credentials.settled()
}
