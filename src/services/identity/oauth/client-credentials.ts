import { randomUUID } from 'node:crypto'
import { findFirstBeyond, SELF_SCOPE } from '#kernel/contract/scopes'
import type { OAuthClient } from '../clients.ts'
import type { OAuthContext } from './context.ts'
import { OAuthError } from './oauth-error.ts'
import type { Parameters } from './parameters.ts'
import { issueTokens, type TokenResponse } from './tokens.ts'

/** Issues a token for the client itself (RFC 6749, section 4.4): no user, no refresh token. */
export const grantToClient = async (
  context: OAuthContext,
  client: OAuthClient,
  form: Parameters,
  issuer: string,
): Promise<TokenResponse> => {
  if (client.isPublicClient) {
    throw new OAuthError(
      'unauthorized_client',
      'A public client cannot authenticate, so it cannot get a token of its own',
    )
  }
  if (client.isGlobal && client.addressList === null) {
    throw new OAuthError('unauthorized_client', 'A global client requires an address list for tokens of its own')
  }
  // A member's own records need a member.
  const own = client.scopes.filter((scope) => scope !== SELF_SCOPE)
  const scopes = form.scopes() ?? own
  const beyond = scopes.includes(SELF_SCOPE) ? SELF_SCOPE : findFirstBeyond(scopes, own)
  if (beyond !== undefined || scopes.length === 0) {
    throw new OAuthError('invalid_scope', `The scope ${beyond ?? ''} is not among those of this client`)
  }
  return issueTokens(context, context.system, {
    client,
    tenantId: client.tenantId,
    user: null,
    familyId: randomUUID(),
    startedAt: context.clock.now(),
    grantedScopes: scopes,
    scopes,
    withRefresh: false,
    issuer,
  })
}
