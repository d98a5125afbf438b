import { randomBytes } from 'node:crypto'
import { parseTenantPart, tenantPart } from '../tenancy/tenant-part.ts'
import { hashToken } from './api-key.ts'

/** Makes a random secret for a cookie or an address: `<tenant>-<base64url>`. It is looked up within its tenant. */
export const makeTenantSecret = (tenantId: number, bytes: number): string =>
  `${tenantPart(tenantId)}-${randomBytes(bytes).toString('base64url')}`

/** Parses the tenant and the stored hash of a secret of so many bytes; undefined for a text of another form. */
export const parseTenantSecret = (secret: string, bytes: number): { tenantId: number; hash: string } | undefined => {
  const [, part, random = ''] = /^([0-9a-z]+)-([\w-]+)$/.exec(secret) ?? []
  const tenantId = parseTenantPart(part)
  if (tenantId === undefined || random.length !== Math.ceil((bytes * 4) / 3)) return undefined
  return { tenantId, hash: hashToken(secret) }
}
