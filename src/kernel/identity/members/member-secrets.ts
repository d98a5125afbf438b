import { randomBytes } from 'node:crypto'
import { hashToken } from '#kernel/auth/api-key'
import { MAX_ID } from '#kernel/database/ids'

const SECRET = /^([0-9a-z]{1,6})-[A-Za-z0-9_-]{43}$/
const BYTES = 32

/** Makes the secret of a session or link. It begins with the tenant, within which it is looked up. */
export const makeMemberSecret = (tenantId: number): string =>
  `${tenantId.toString(36)}-${randomBytes(BYTES).toString('base64url')}`

/** The tenant and the stored hash of a secret; undefined for a text of another form. */
export const parseMemberSecret = (secret: string | undefined): { tenantId: number; tokenHash: string } | undefined => {
  const tenantId = Number.parseInt(SECRET.exec(secret ?? '')?.[1] ?? '', 36)
  return secret !== undefined && tenantId <= MAX_ID ? { tenantId, tokenHash: hashToken(secret) } : undefined
}
