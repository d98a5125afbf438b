import { makeTenantSecret, parseTenantSecret } from '#kernel/crypto/tenant-secret'

const BYTES = 24

/** A code that identifies an invited contact. It begins with the tenant, within which it is looked up. */
export interface InvitationCode {
  code: string
  /** What is stored of it. */
  codeHash: string
}

export const newInvitationCode = (tenantId: number): InvitationCode => {
  const code = makeTenantSecret(tenantId, BYTES)
  return { code, codeHash: parseTenantSecret(code, BYTES)?.hash ?? '' }
}

/** The stored hash of a code of a tenant; null for a text of another form or tenant. */
export const hashOfCode = (tenantId: number, code: string): string | null => {
  const found = parseTenantSecret(code, BYTES)
  return found?.tenantId === tenantId ? found.hash : null
}
