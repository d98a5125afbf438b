import { covers } from '../scopes.ts'
import type { OAuthClient } from './clients.ts'
import type { OAuthContext } from './context.ts'

interface Decision {
  tenantId: number
  loginId: number
  client: OAuthClient
  scopes: readonly string[]
}

const keyOf = ({ tenantId, loginId, client }: Decision) => ({
  tenantId,
  loginId,
  permissionTenantId: client.tenantId,
  permissionId: client.id,
})

/**
 * Whether the user has already allowed all of these scopes. A public client on the user's own machine needs consent each
 * time, because any program there could impersonate it (RFC 8252, section 8.6).
 */
export const isConsented = async (
  { system }: OAuthContext,
  decision: Decision & { redirectUri: string },
): Promise<boolean> => {
  if (decision.client.isPublicClient && decision.redirectUri.startsWith('http:')) return false
  const kept = await system.oAuthConsent.findFirst({ where: keyOf(decision) })
  if (!kept) return false
  const held = new Set(kept.scopes)
  return decision.scopes.every((scope) => covers(held, scope))
}

/** Stores the scopes that the user has allowed, in addition to earlier ones. */
export const recordConsent = async ({ system, clock }: OAuthContext, decision: Decision): Promise<void> => {
  const key = keyOf(decision)
  const grantedAt = clock.now()
  await system.$executeRaw`
    INSERT INTO oauth_consent (tenant_id, login_id, permission_tenant_id, permission_id, scopes, granted_at)
    VALUES (${key.tenantId}, ${key.loginId}, ${key.permissionTenantId}, ${key.permissionId}, ${[...decision.scopes]}, ${grantedAt})
    ON CONFLICT (tenant_id, login_id, permission_tenant_id, permission_id) DO UPDATE SET
      scopes = ARRAY (SELECT DISTINCT unnest(oauth_consent.scopes || excluded.scopes) ORDER BY 1),
      granted_at = excluded.granted_at`
}
