import { makeTenantSecret, parseTenantSecret } from '#kernel/crypto/tenant-secret'

const BYTES = 32

/** Makes the secret of a session or link. It begins with the tenant, within which it is looked up. */
export const makeMemberSecret = (tenantId: number): string => makeTenantSecret(tenantId, BYTES)

/** Parses the tenant and the stored hash of a secret; undefined for a text of another form. */
export const parseMemberSecret = (secret: string | undefined): { tenantId: number; tokenHash: string } | undefined => {
  const found = parseTenantSecret(secret ?? '', BYTES)
  return found && { tenantId: found.tenantId, tokenHash: found.hash }
}
