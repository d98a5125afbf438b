import { intersectScopes, SELF_SCOPE, staffScopes } from '#kernel/contract/scopes'
import type { TokenKey } from '#kernel/crypto/api-key'
import type { Database } from '#kernel/database/database'
import type { Credential } from '#kernel/http/caller'
import type { NowOrLater } from '#kernel/http/now-or-later'
import type { ChapterLimit } from '#kernel/tenancy/access-scope'
import type { Prisma, Tenant } from '#prisma/client'
import { type AccessGrant, findAccessGrant } from '../identity/grants.ts'
import { hasActiveLogin } from '../identity/logins.ts'
import { type ActiveMember, findMember } from '../identity/members/members.ts'
import { limitOf, scopesWithin } from './chapter-limit.ts'
import type { PageMember, SeatKey } from './page-callers.ts'

/** Looks up credentials and tenants; credential-cache is in front of it, and returns those in memory at once. */
export interface CredentialStore {
  /** Finds a key by the tenant and the SHA-256 of the key; undefined if it does not exist or is revoked. */
  findKey(key: TokenKey): NowOrLater<Credential | undefined>
  /** Finds an access token by the tenant and the SHA-256 of its id. */
  findAccessToken(key: TokenKey): NowOrLater<Credential | undefined>
  /** Finds the credential of a staff login on the pages of this server; undefined if it has no access to the tenant. */
  findSeat(seat: SeatKey): NowOrLater<Credential | undefined>
  /** Finds the credential of a member on the pages of this server; undefined if its session has ended. */
  findPageMember(member: PageMember): NowOrLater<Credential | undefined>
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
  findPageMember: async ({ tenantId, memberId, since }) => {
    const member = await findMember(system, tenantId, memberId, since)
    return member && { ...pageParts(tenantId), ...memberParts(member), scopes: new Set([SELF_SCOPE]) }
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
  scopes: intersectScopes(new Set(scopes), new Set(client.scopes)),
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

const memberCredential = (grant: AccessGrant, member: ActiveMember): Credential => {
  const parts = tokenParts(grant)
  return { ...parts, ...memberParts(member), scopes: intersectScopes(parts.scopes, new Set([SELF_SCOPE])) }
}

const memberParts = ({ tenantId, id, contactId }: ActiveMember) =>
  ({ name: `member:${id}`, kind: 'member', loginId: null, memberId: id, contactId, tenantId, chapters: null }) as const

/** Limits a user's token to the current scopes of the user's role, and to the chapters that the user owns now. */
const loginCredential = (grant: AccessGrant, staff: Seat, chapters: ChapterLimit | null): Credential => {
  const parts = tokenParts(grant)
  return { ...parts, ...staffParts(staff, chapters, intersectScopes(parts.scopes, staffScopes(staff.role))) }
}

/** Returns the scopes of the role, without an application in between. */
const seatCredential = (staff: Seat, chapters: ChapterLimit | null): Credential => ({
  ...staffParts(staff, chapters, staffScopes(staff.role)),
  ...pageParts(staff.tenantId),
})

/** What the credentials of logins on the pages of this server have in common: they use no application. */
const pageParts = (permissionTenantId: number) => ({
  permissionTenantId,
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

/** Finds a member of staff. A seat counts while its login can sign in. */
const findStaff = async (system: Database['system'], tenantId: number, loginId: number): Promise<Seat | undefined> => {
  const seat = await system.staff.findFirst({ where: { tenantId, loginId }, include: { role: true } })
  return seat && (await hasActiveLogin(system, loginId)) ? seat : undefined
}
