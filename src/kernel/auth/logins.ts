import type { Login } from '#prisma/client'
import type { Database } from '../database/database.ts'
import { badInput, conflict } from '../errors/problem.ts'
import { hashPassword } from './sign-in/password.ts'

/** A staff login asked for on the command line. */
export interface NewLogin {
  tenantKey: string
  /** What the person signs in with; case does not count. */
  email: string
  displayName: string
  /** At least 12 characters. Not used for a login that exists: that one keeps its own. */
  password: string
  /** Name of a role of the tenant: Administrator, Staff, Read only, Chapter owner. */
  role: string
  /** The contact that the person is: whose chapters a role limited to chapters reaches. */
  contactId?: number
}

const EMAIL = /^[^\s@]+@[^\s@]+$/

/** The form in which logins are kept and compared. */
export const loginName = (email: string): string => email.trim().normalize('NFC').toLowerCase()

/**
 * Gives a person a seat in a tenant, with a login of his own where he has none yet. `isNew` says whether the login was
 * made now. Throws a Problem for an unknown tenant, role or contact, a bad address or password, or a seat that is taken.
 */
export const createLogin = async (
  { system }: Pick<Database, 'system'>,
  wanted: NewLogin,
): Promise<{ login: Login; isNew: boolean }> => {
  const email = loginName(wanted.email)
  if (!EMAIL.test(email) || email.length > 254) throw badInput('/email', `"${wanted.email}" is no e-mail address`)
  if (wanted.displayName.trim() === '') throw badInput('/displayName', 'is blank')
  const tenant = await system.tenant.findFirst({ where: { key: wanted.tenantKey } })
  if (!tenant) throw badInput('/tenantKey', `"${wanted.tenantKey}" is no tenant`)
  const role = await system.role.findFirst({ where: { tenantId: tenant.id, name: wanted.role } })
  if (!role) throw badInput('/role', `"${wanted.role}" is no role of this tenant`)
  await assertContact(system, tenant.id, wanted.contactId)
  const passwordHash = await hashPassword(wanted.password)
  return system.$transaction(async (tx) => {
    const made = await tx.login.createMany({
      data: [{ email, displayName: wanted.displayName.trim(), passwordHash }],
      skipDuplicates: true,
    })
    const login = await tx.login.findFirstOrThrow({ where: { email } })
    const seat = { tenantId: tenant.id, loginId: login.id, roleId: role.id, contactId: wanted.contactId ?? null }
    const { count } = await tx.staff.createMany({ data: [seat], skipDuplicates: true })
    if (count === 0) throw conflict('duplicate', `${email} has a seat in ${tenant.key} already.`)
    return { login, isNew: made.count === 1 }
  })
}

const assertContact = async (system: Database['system'], tenantId: number, id: number | undefined): Promise<void> => {
  if (id === undefined) return
  const found = await system.contact.findFirst({ where: { tenantId, id, systemTypeId: 1, deletedAt: null } })
  if (!found) throw badInput('/contactId', `${id} is no individual of this tenant`)
}
