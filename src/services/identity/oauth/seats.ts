import { intersectScopes, SELF_SCOPE, staffScopes } from '#kernel/contract/scopes'
import type { Database } from '#kernel/database/database'
import type { Prisma, Tenant } from '#prisma/client'
import type { OAuthClient } from '../clients.ts'
import { hasActiveLogin } from '../logins.ts'
import { findMember } from '../members/members.ts'
import { hasFactor } from '../second-factor/has-factor.ts'
import type { User } from './user.ts'

/** A tenant in which a user can allow a client to act, and the scopes that the client would get. */
export interface Seat {
  tenantId: number
  tenantKey: string
  tenantName: string
  /** The requested scopes, reduced to those of the user's role and of the client's registration. */
  scopes: string[]
  /** Whether the tenant requires a second factor, and the login has none. */
  isClosed: boolean
}

type Reader =
  | Pick<Database['system'], 'login' | 'staff' | 'tenant' | 'memberLogin' | 'loginTotp' | 'loginPasskey'>
  | Prisma.TransactionClient

/** The scopes that a user requests, and when: a member can have signed out everywhere since. */
export interface Wanted {
  scopes: readonly string[]
  /** The time of the session, code or token. */
  issuedAt: Date
  /** Whether seats are listed, too, that lack a required second factor. An access token that exists outlives that requirement. */
  withClosed?: boolean
}

type SeatClient = Pick<OAuthClient, 'tenantId' | 'isGlobal' | 'scopes'>

/**
 * Lists the user's seats in the tenants of the client by name, without those where no requested scope is allowed, or where the
 * tenant requires a second factor and the login has none. Members
 * get only the scope `self`, and staff all others.
 */
export const findSeats = (reader: Reader, client: SeatClient, user: User, wanted: Wanted): Promise<Seat[]> => {
  const allowed = intersectScopes(new Set(wanted.scopes), new Set(client.scopes))
  const isOfMember = allowed.delete(SELF_SCOPE)
  if (user.kind === 'login')
    return findStaffSeats(reader, client, user.id, { allowed, withClosed: wanted.withClosed ?? false })
  return isOfMember ? findMemberSeat(reader, client, user, wanted.issuedAt) : Promise.resolve([])
}

const findStaffSeats = async (
  reader: Reader,
  client: SeatClient,
  loginId: number,
  { allowed, withClosed }: { allowed: ReadonlySet<string>; withClosed: boolean },
): Promise<Seat[]> => {
  if (!(await hasActiveLogin(reader, loginId))) return []
  const staff = await reader.staff.findMany({
    where: { loginId, ...(!client.isGlobal && { tenantId: client.tenantId }) },
    include: { role: true },
  })
  const tenants = await reader.tenant.findMany({
    where: { id: { in: staff.map(({ tenantId }) => tenantId) } },
    orderBy: { name: 'asc' },
  })
  const lacksFactor = tenants.some(isRequiring) && !(await hasFactor(reader, loginId))
  return tenants.flatMap((tenant) => {
    const isClosed = lacksFactor && isRequiring(tenant)
    const role = staff.find(({ tenantId }) => tenantId === tenant.id)?.role
    const scopes = [...intersectScopes(allowed, role ? staffScopes(role) : new Set())]
    if (scopes.length === 0 || (isClosed && !withClosed)) return []
    return [{ tenantId: tenant.id, tenantKey: tenant.key, tenantName: tenant.name, scopes, isClosed }]
  })
}

const isRequiring = ({ requiresSecondFactor }: Pick<Tenant, 'requiresSecondFactor'>): boolean => requiresSecondFactor

const findMemberSeat = async (
  reader: Reader,
  client: SeatClient,
  { tenantId, id }: User & { kind: 'member' },
  issuedAt: Date,
): Promise<Seat[]> => {
  if (!client.isGlobal && client.tenantId !== tenantId) return []
  const member = await findMember(reader, tenantId, id, issuedAt)
  const tenant = member && (await reader.tenant.findFirst({ where: { id: tenantId } }))
  return tenant
    ? [{ tenantId, tenantKey: tenant.key, tenantName: tenant.name, scopes: [SELF_SCOPE], isClosed: false }]
    : []
}
