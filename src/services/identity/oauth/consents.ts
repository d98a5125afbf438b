import { covers } from '#kernel/contract/scopes'
import type { OAuthClient } from '../clients.ts'
import type { OAuthContext } from './context.ts'
import type { User } from './user.ts'

interface Decision {
  tenantId: number
  user: User
  client: OAuthClient
  scopes: readonly string[]
}

const keyOf = ({ tenantId, client }: Decision) => ({
  tenantId,
  permissionTenantId: client.tenantId,
  permissionId: client.id,
})

/**
 * Returns whether the user has already allowed all of these scopes. A public client on the user's own machine needs
 * consent each time, because any program there could impersonate it (RFC 8252, section 8.6).
 */
export const isConsented = async (
  { system }: OAuthContext,
  decision: Decision & { redirectUri: string },
): Promise<boolean> => {
  if (decision.client.isPublicClient && decision.redirectUri.startsWith('http:')) return false
  const { user } = decision
  // The only scope of members is `self`.
  if (user.kind === 'member')
    return (await system.memberConsent.findFirst({ where: { ...keyOf(decision), memberId: user.id } })) !== null
  const kept = await system.oAuthConsent.findFirst({ where: { ...keyOf(decision), loginId: user.id } })
  if (!kept) return false
  const held = new Set(kept.scopes)
  return decision.scopes.every((scope) => covers(held, scope))
}

/** Stores the scopes that the user has allowed, in addition to earlier ones. */
export const recordConsent = async ({ system, clock }: OAuthContext, decision: Decision): Promise<void> => {
  const key = keyOf(decision)
  const grantedAt = clock.now()
  const { user } = decision
  if (user.kind === 'member') {
    const data = [{ ...key, memberId: user.id, grantedAt }]
    await system.memberConsent.createMany({ data, skipDuplicates: true })
    return
  }
  await system.$executeRaw`
    INSERT INTO oauth_consent (tenant_id, login_id, permission_tenant_id, permission_id, scopes, granted_at)
    VALUES (${key.tenantId}, ${user.id}, ${key.permissionTenantId}, ${key.permissionId}, ${[...decision.scopes]}, ${grantedAt})
    ON CONFLICT (tenant_id, login_id, permission_tenant_id, permission_id) DO UPDATE SET
      scopes = ARRAY (SELECT DISTINCT unnest(oauth_consent.scopes || excluded.scopes) ORDER BY 1),
      granted_at = excluded.granted_at`
}
