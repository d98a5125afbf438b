import { ADMIN_SCOPE } from '#kernel/contract/scopes'
import type { Database } from '#kernel/database/database'
import { listWithSecondFactor } from './second-factor/has-factor.ts'

type System = Database['system']

/** A seat with the person of its login. */
export interface ListedSeat {
  loginId: number
  auditId: number
  name: string
  email: string
  roleName: string
  isAdministrator: boolean
  contactId: number | null
  disabledAt: Date | null
  /** Null if it is not shown. */
  hasSecondFactor: boolean | null
  lastSignInAt: Date | null
  createdAt: Date
}

/** Lists the seats of a tenant by name. Seats whose login does not exist are void, and left out. */
export const listTenantSeats = async (
  system: Pick<System, 'staff' | 'login' | 'loginTotp' | 'loginPasskey'>,
  tenantId: number,
): Promise<ListedSeat[]> => {
  const seats = await system.staff.findMany({
    where: { tenantId },
    include: { role: true },
    orderBy: [{ displayName: 'asc' }, { loginId: 'asc' }],
  })
  const logins = await system.login.findMany({ where: { id: { in: seats.map(({ loginId }) => loginId) } } })
  const withFactor = await listWithSecondFactor(system, [...logins.map(({ id }) => id)])
  const byId = new Map(logins.map((login) => [login.id, login]))
  return seats.flatMap(({ loginId, auditId, displayName: name, role, contactId, createdAt }) => {
    const login = byId.get(loginId)
    if (!login) return []
    const { email, disabledAt, lastSignInAt } = login
    const isAdministrator = role.scopes.includes(ADMIN_SCOPE)
    const hasSecondFactor = withFactor.has(loginId)
    const person = { loginId, auditId, name, email, disabledAt, hasSecondFactor, lastSignInAt }
    return [{ ...person, roleName: role.name, isAdministrator, contactId, createdAt }]
  })
}
