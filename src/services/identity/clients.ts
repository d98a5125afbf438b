import { isToken, parseTenantOfToken } from '#kernel/crypto/api-key'
import type { Database } from '#kernel/database/database'
import type { ApplicationPermission, Prisma } from '#prisma/client'

/** A registered client with its secrets. */
export type OAuthClient = Prisma.ApplicationPermissionGetPayload<{ include: { secrets: true } }>

/** How codes, tokens and consents reference their client: by its tenant, which for a client of all tenants is another one. */
export interface ClientReference {
  permissionTenantId: number
  permissionId: number
}

type Reader = Pick<Database['system'], 'applicationPermission'> | Prisma.TransactionClient

/** The form of earlier versions, which does not name the tenant. */
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Finds the client with this client_id; undefined if there is none. A malformed one costs no query. */
export const findClient = async (reader: Reader, clientId: string): Promise<OAuthClient | undefined> => {
  if (!UUID.test(clientId) && !isToken('ghi', clientId)) return undefined
  const tenantId = parseTenantOfToken(clientId)
  const found = await reader.applicationPermission.findFirst({
    where: { ...(tenantId !== undefined && { tenantId }), clientId, kind: 'oauthclient', revokedAt: null },
    include: { secrets: true },
  })
  return found ?? undefined
}

/** Lists the origins of the web front ends of all clients. */
export const listClientOrigins = async (system: Database['system']): Promise<string[]> => {
  const rows = await system.$queryRaw<{ origin: string }[]>`
    SELECT DISTINCT unnest(cors_origins) AS origin FROM application_permission
    WHERE revoked_at IS NULL AND cors_origins <> '{}'`
  return rows.map(({ origin }) => origin)
}

/** Finds the client of a token, also a revoked one. */
export const findReferencedClient = async (
  reader: Reader,
  { permissionTenantId: tenantId, permissionId: id }: ClientReference,
): Promise<ApplicationPermission | undefined> =>
  (await reader.applicationPermission.findFirst({ where: { tenantId, id, kind: 'oauthclient' } })) ?? undefined

/** Returns whether the client is deleted, or its tokens from before a reset are void. */
export const isWithdrawn = (
  { revokedAt, tokensValidFrom }: Pick<ApplicationPermission, 'revokedAt' | 'tokensValidFrom'>,
  issuedAt: Date,
): boolean => revokedAt !== null || (tokensValidFrom !== null && issuedAt < tokensValidFrom)
