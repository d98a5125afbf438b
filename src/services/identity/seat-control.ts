import { PLATFORM_SCOPE } from '#kernel/contract/scopes'
import type { Database } from '#kernel/database/database'
import { insufficientScope } from '#kernel/errors/problem'
import type { Recorder } from '#kernel/records/change'
import type { Prisma, Role } from '#prisma/client'
import { type ListedSeat, listTenantSeats } from './seat-lists.ts'

type System = Database['system']

/** Who administers the seats of a tenant, with its scopes. */
export interface SeatAdministrator extends Pick<Recorder, 'db'> {
  grants: ReadonlySet<string>
}

/** Who saves a seat, with its scopes. */
export interface SeatSaver extends Recorder, SeatAdministrator {}

/**
 * Lists the logins that an administrator of a tenant has no power over, except for their seats there: those with a seat in
 * another tenant, or with a role of the platform. The platform's administrator has power over all.
 */
const listUncontrolled = async (
  reader: Pick<System, 'staff'> | Prisma.TransactionClient,
  { db, grants }: SeatAdministrator,
  loginIds: number[],
): Promise<ReadonlySet<number>> => {
  if (grants.has(PLATFORM_SCOPE)) return new Set()
  const elsewhere = { tenantId: { not: db.tenantId } }
  const ofPlatform = { role: { scopes: { has: PLATFORM_SCOPE } } }
  const found = await reader.staff.findMany({
    where: { loginId: { in: loginIds }, OR: [elsewhere, ofPlatform] },
    select: { loginId: true },
  })
  return new Set(found.map(({ loginId }) => loginId))
}

/**
 * Refuses a change of a seat with a role of the platform to other administrators: its role and contact, and its removal, are
 * decided by the platform only. @throws 403 insufficient-scope.
 */
export const requirePowerOver = ({ scopes }: Pick<Role, 'scopes'>, { grants }: SeatAdministrator): void => {
  if (scopes.includes(PLATFORM_SCOPE) && !grants.has(PLATFORM_SCOPE)) throw insufficientScope(PLATFORM_SCOPE)
}

/** Returns whether an administrator of a tenant has power over the sessions and the password of a login. */
export const isControlled = async (
  reader: Pick<System, 'staff'> | Prisma.TransactionClient,
  administrator: SeatAdministrator,
  loginId: number,
): Promise<boolean> => !(await listUncontrolled(reader, administrator, [loginId])).has(loginId)

/**
 * Lists the seats of a tenant by name, as its administrator sees them: without the sign-ins and second factor of logins that
 * the tenant does not control, and of those that have not signed in since they have the seat. So a seat for an address does not
 * show whether the address had a login.
 */
export const listSeatsFor = async (
  system: Pick<System, 'staff' | 'login' | 'loginTotp' | 'loginPasskey'>,
  administrator: SeatAdministrator,
): Promise<ListedSeat[]> => {
  const seats = await listTenantSeats(system, administrator.db.tenantId)
  if (administrator.grants.has(PLATFORM_SCOPE)) return seats
  const ids = seats.map(({ loginId }) => loginId)
  const uncontrolled = await listUncontrolled(system, administrator, ids)
  return seats.map((seat) => {
    const { loginId, lastSignInAt, createdAt } = seat
    const isShown = lastSignInAt !== null && lastSignInAt >= createdAt && !uncontrolled.has(loginId)
    return isShown ? seat : { ...seat, lastSignInAt: null, hasSecondFactor: null }
  })
}
