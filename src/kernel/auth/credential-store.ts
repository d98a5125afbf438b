import type { Prisma, Tenant } from '#prisma/client'
import type { Database } from '../database/database.ts'
import type { NowOrLater } from '../http/now-or-later.ts'
import { type AccessGrant, findAccessGrant } from '../identity/grants.ts'
import { hasActiveLogin } from '../identity/logins.ts'
import { type ActiveMember, findMember } from '../identity/members/members.ts'
import type { ChapterLimit } from '../tenancy/access-scope.ts'
import type { TokenKey } from './api-key.ts'
import { limitOf, scopesWithin } from './chapter-limit.ts'
import type { SeatKey } from './page-callers.ts'
import { commonScopes, SELF_SCOPE, staffScopes } from './scopes.ts'

/** A credential as stored in the database: its scopes, tenant and allowed addresses. */
export interface Credential {
  /** "key:7", "client:2", "login:3", "member:12": its name in limits, logs and the history. */
  readonly name: string
  readonly kind: 'key' | 'client' | 'login' | 'member'
  readonly permissionTenantId: number
  /** The key or client; 0 for a login on the pages of this server. */
  readonly permissionId: number
  /** The key; null for an access token. */
  readonly secretId: number | null
  readonly loginId: number | null
  /** The login of a member. */
  readonly memberId: number | null
  /** The contact of the login in its tenant, or of the member. */
  readonly contactId: number | null
  /** Null for a global credential, which names the tenant in each request. */
  readonly tenantId: number | null
  readonly scopes: ReadonlySet<string>
  /** The chapters that it is limited to; null: the whole tenant. */
  readonly chapters: ChapterLimit | null
  readonly addressList: string | null
  readonly corsOrigins: readonly string[]
  /** Milliseconds since 1970 after which it has expired; Infinity if it does not expire. */
  readonly expiresAt: number
}

/** Looks up credentials and tenants; credential-cache is in front of it, and returns those in memory at once. */
export interface CredentialStore {
  /** By the tenant and the SHA-256 of the key; undefined if it does not exist or is revoked. */
  findKey(key: TokenKey): NowOrLater<Credential | undefined>
  /** By the tenant and the SHA-256 of the access token's id. */
  findAccessToken(key: TokenKey): NowOrLater<Credential | undefined>
  /** The credential of a staff login on the pages of this server; undefined if it has no access to the tenant. */
  findSeat(seat: SeatKey): NowOrLater<Credential | undefined>
  findTenant(by: { id: number } | { key: string }): NowOrLater<Tenant | undefined>
}

export const databaseCredentialStore = ({ system }: Pick<Database, 'system'>): CredentialStore => ({
  findKey: async (key) => {
    const secret = await system.applicationSecret.findFirst({ where: { ...key }, include: { permission: true } })
    if (secret?.permission.kind !== 'apikey' || secret.permission.revokedAt) return undefined
    const { permission } = secret
    return {
      name: `key:${permission.id}`,
      kind: 'key',
      permissionTenantId: permission.tenantId,
      permissionId: permission.id,
      secretId: secret.id,
      loginId: null,
      memberId: null,
      contactId: null,
      tenantId: permission.isGlobal ? null : permission.tenantId,
      scopes: new Set(permission.scopes),
      chapters: null,
      addressList: permission.addressList,
      corsOrigins: permission.corsOrigins,
      expiresAt: secret.expiresAt?.getTime() ?? Number.POSITIVE_INFINITY,
    }
  },
  findAccessToken: async (key) => {
    const grant = await findAccessGrant(system, key)
    if (!grant?.user) return grant && clientCredential(grant)
    const { user, tenantId, createdAt } = grant
    if (user.kind === 'member') {
      const member = await findMember(system, user.tenantId, user.id, createdAt)
      return member && memberCredential(grant, member)
    }
    const staff = await findStaff(system, tenantId, user.id)
    return staff && loginCredential(grant, staff, await limitOf(system, staff))
  },
  findSeat: async ({ tenantId, loginId }) => {
    const staff = await findStaff(system, tenantId, loginId)
    return staff && seatCredential(staff, await limitOf(system, staff))
  },
  findTenant: async (by) => (await system.tenant.findFirst({ where: by })) ?? undefined,
})

type Seat = Prisma.StaffGetPayload<{ include: { role: true } }>

/** Limits a token to the current scopes of its client. */
const tokenParts = ({ client, accessExpiresAt, scopes }: AccessGrant) => ({
  permissionTenantId: client.tenantId,
  permissionId: client.id,
  secretId: null,
  addressList: client.addressList,
  corsOrigins: client.corsOrigins,
  expiresAt: accessExpiresAt.getTime(),
  scopes: commonScopes(new Set(scopes), new Set(client.scopes)),
})

const clientCredential = (grant: AccessGrant): Credential => ({
  ...tokenParts(grant),
  name: `client:${grant.client.id}`,
  kind: 'client',
  loginId: null,
  memberId: null,
  contactId: null,
  chapters: null,
  tenantId: grant.client.isGlobal ? null : grant.tenantId,
})

const memberCredential = (grant: AccessGrant, { tenantId, id, contactId }: ActiveMember): Credential => {
  const parts = tokenParts(grant)
  return {
    ...parts,
    name: `member:${id}`,
    kind: 'member',
    loginId: null,
    memberId: id,
    contactId,
    tenantId,
    scopes: commonScopes(parts.scopes, new Set([SELF_SCOPE])),
    chapters: null,
  }
}

/** Limits a user's token to the current scopes of the user's role, and to the chapters that the user owns now. */
const loginCredential = (grant: AccessGrant, staff: Seat, chapters: ChapterLimit | null): Credential => {
  const parts = tokenParts(grant)
  return { ...parts, ...staffParts(staff, chapters, commonScopes(parts.scopes, staffScopes(staff.role))) }
}

/** The scopes of the role, without an application in between. */
const seatCredential = (staff: Seat, chapters: ChapterLimit | null): Credential => ({
  ...staffParts(staff, chapters, staffScopes(staff.role)),
  permissionTenantId: staff.tenantId,
  permissionId: 0,
  secretId: null,
  addressList: null,
  corsOrigins: [],
  expiresAt: Number.POSITIVE_INFINITY,
})

const staffParts = (staff: Seat, chapters: ChapterLimit | null, scopes: ReadonlySet<string>) =>
  ({
    name: `login:${staff.loginId}`,
    kind: 'login',
    loginId: staff.loginId,
    memberId: null,
    contactId: staff.contactId,
    tenantId: staff.tenantId,
    scopes: chapters ? scopesWithin(chapters, scopes) : scopes,
    chapters,
  }) as const

/** A seat counts while its login can sign in. */
const findStaff = async (system: Database['system'], tenantId: number, loginId: number): Promise<Seat | undefined> => {
  const seat = await system.staff.findFirst({ where: { tenantId, loginId }, include: { role: true } })
  return seat && (await hasActiveLogin(system, loginId)) ? seat : undefined
}
