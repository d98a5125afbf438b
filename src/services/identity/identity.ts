import type { Database } from '#kernel/database/database'
import type { Recorder } from '#kernel/records/change'
import type { SeatKey } from '../auth/page-callers.ts'
import type { ClientReference } from './clients.ts'
import { type OwnLogin, openOwnLogin } from './own-login/own-login.ts'
import type { PagesContext } from './pages/context.ts'
import { openSeatAccess, type SeatAccess } from './seat-access.ts'
import { mailSeatReset, removeSeat, resetSeatFactors, setSeatDisabled } from './seat-changes.ts'
import type { SeatSaver } from './seat-control.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** What areas can read and change of logins. */
    readonly identity: Identity
  }
}

/** The person of a seat, and its role. */
export interface DescribedSeat {
  email: string
  displayName: string
  roleName: string
}

/** What areas can read and change of logins, which belong to no tenant. */
export interface Identity {
  /** The login of the person that calls. */
  own: OwnLogin
  /** Finds the person of a login, and its role in a tenant; undefined if it has no seat there. */
  describeSeat(seat: SeatKey): Promise<DescribedSeat | undefined>
  /** Finds the application of a credential; undefined for a login on the pages of this server. */
  findApplication(credential: ClientReference): Promise<DescribedApplication | undefined>
  /** The seats of a tenant, for its administrators. */
  seats: SeatAccess
  /** Removes a seat with its tokens and consents. @throws 403 insufficient-scope, 404, 409 last-administrator. */
  removeSeat(saver: SeatSaver, loginId: number): Promise<void>
  /** Mails the login of a seat a link to set a new password. @throws 404, 409 login-elsewhere, login-disabled. */
  mailSeatReset(saver: SeatSaver, loginId: number): Promise<void>
  /** Disables or enables the login of a seat in every tenant. @throws 404, 409 last-administrator. */
  setSeatDisabled(recorder: Recorder, loginId: number, isDisabled: boolean): Promise<void>
  /** Removes the second factors of the login of a seat. @throws 404. */
  resetSeatFactors(recorder: Recorder, loginId: number): Promise<void>
}

export interface DescribedApplication {
  id: number
  name: string
  /** Whether it works in every tenant. */
  isGlobal: boolean
}

/** Opens the functions of areas. */
export const openIdentity = ({ system, ...context }: PagesContext): Identity => ({
  own: openOwnLogin({ system, ...context }),
  seats: openSeatAccess({ system, ...context }),
  removeSeat: (saver, loginId) => removeSeat({ system }, saver, loginId),
  mailSeatReset: (saver, loginId) => mailSeatReset({ system }, saver, loginId),
  resetSeatFactors: (recorder, loginId) => resetSeatFactors({ system }, recorder, loginId),
  setSeatDisabled: (recorder, loginId, isDisabled) => setSeatDisabled({ system }, recorder, loginId, isDisabled),
  describeSeat: (seat) => describeSeat(system, seat),
  findApplication: ({ permissionTenantId, permissionId }) =>
    findApplication(system, { permissionTenantId, permissionId }),
})

const describeSeat = async (
  system: Pick<Database['system'], 'login' | 'staff'>,
  { tenantId, loginId }: SeatKey,
): Promise<DescribedSeat | undefined> => {
  const seat = await system.staff.findFirst({ where: { tenantId, loginId }, include: { role: true } })
  const login = seat && (await system.login.findFirst({ where: { id: loginId }, select: { email: true } }))
  return seat && login ? { email: login.email, displayName: seat.displayName, roleName: seat.role.name } : undefined
}

/** Finds an API key or a client, of this tenant or of all. */
const findApplication = async (
  system: Pick<Database['system'], 'applicationPermission'>,
  { permissionTenantId: tenantId, permissionId: id }: ClientReference,
): Promise<DescribedApplication | undefined> => {
  const found = await system.applicationPermission.findFirst({ where: { tenantId, id } })
  return found ? { id, name: found.applicationName, isGlobal: found.isGlobal } : undefined
}
