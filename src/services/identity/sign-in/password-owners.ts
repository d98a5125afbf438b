import type { Database } from '#kernel/database/database'
import type { Login } from '#prisma/client'
import type { PasswordOwner } from './password-rules.ts'

type System = Pick<Database['system'], 'staff' | 'tenant'>
type Person = Pick<Login, 'email' | 'displayName'>

/** Returns the owner of a password of staff, with the organizations of its seats. */
export const ownerOfLogin = async (system: System, { id, ...person }: Person & { id: number }) => {
  const seats = await system.staff.findMany({ where: { loginId: id }, select: { tenantId: true } })
  return ownerIn(
    system,
    seats.map(({ tenantId }) => tenantId),
    person,
  )
}

/** Returns the owner of a password with the organizations in which it is used. */
export const ownerIn = async (
  system: Pick<System, 'tenant'>,
  tenantIds: number[],
  { email, displayName }: Person,
): Promise<PasswordOwner> => {
  const tenants = await system.tenant.findMany({ where: { id: { in: tenantIds } }, select: { name: true } })
  return { email, displayName, organizations: tenants.map(({ name }) => name) }
}
