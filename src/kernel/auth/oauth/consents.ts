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
 * Whether the user has allowed all of this before. A public client on the user's own machine is asked for every time:
 * any program there could pose as it (RFC 8252, section 8.6).
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

/** Remembers what the user has allowed, on top of what he allowed before. */
export const recordConsent = async ({ system, clock }: OAuthContext, decision: Decision): Promise<void> => {
  const key = keyOf(decision)
  const grantedAt = clock.now()
  await system.$executeRaw`
    insert into oauth_consent (tenant_id, login_id, permission_tenant_id, permission_id, scopes, granted_at)
    values (${key.tenantId}, ${key.loginId}, ${key.permissionTenantId}, ${key.permissionId}, ${[...decision.scopes]}, ${grantedAt})
    on conflict (tenant_id, login_id, permission_tenant_id, permission_id) do update set
      scopes = array(select distinct unnest(oauth_consent.scopes || excluded.scopes) order by 1),
      granted_at = excluded.granted_at`
}
