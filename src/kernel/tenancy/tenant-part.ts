import { MAX_ID } from '../database/ids.ts'

/**
 * Returns the part of a credential, link or address that names its tenant: the id in base 36. A proxy can route a
 * request by it to the installation of the tenant.
 */
export const tenantPart = (tenantId: number): string => tenantId.toString(36)

/** Parses the tenant that such a part names; undefined if it is no id. */
export const parseTenantPart = (part: unknown): number | undefined => {
  if (typeof part !== 'string' || !/^[1-9a-z][0-9a-z]{0,5}$/.test(part)) return undefined
  const tenantId = Number.parseInt(part, 36)
  return tenantId <= MAX_ID ? tenantId : undefined
}

/** The form of a tenant key; any other text is rejected without a query. */
export const TENANT_KEY = /^[a-z0-9][a-z0-9-]{1,62}$/
