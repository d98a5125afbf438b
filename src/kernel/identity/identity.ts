import type { SeatKey } from '../auth/page-callers.ts'
import type { Database } from '../database/database.ts'
import type { ClientReference } from './clients.ts'

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
  /** Finds the person of a login, and its role in a tenant; undefined if it has no seat there. */
  describeSeat(seat: SeatKey): Promise<DescribedSeat | undefined>
  /** Finds the application of a credential; undefined for a login on the pages of this server. */
  findApplication(credential: ClientReference): Promise<DescribedApplication | undefined>
}

export interface DescribedApplication {
  id: number
  name: string
  /** Whether it works in every tenant. */
  isGlobal: boolean
}

/** Opens the functions of areas. */
export const openIdentity = ({ system }: Pick<Database, 'system'>): Identity => ({
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

/** An API key or a client, of this tenant or of all. */
const findApplication = async (
  system: Pick<Database['system'], 'applicationPermission'>,
  { permissionTenantId: tenantId, permissionId: id }: ClientReference,
): Promise<DescribedApplication | undefined> => {
  const found = await system.applicationPermission.findFirst({ where: { tenantId, id } })
  return found ? { id, name: found.applicationName, isGlobal: found.isGlobal } : undefined
}
