import type { Login } from '#prisma/client'
import type { Database } from '../database/database.ts'
import { badInput, conflict } from '../errors/problem.ts'
import { hashPassword } from './sign-in/password.ts'

/** A staff login that is requested on the command line. */
export interface NewLogin {
  tenantKey: string
  /** The address for sign-in; case-insensitive. */
  email: string
  displayName: string
  /** At least 12 characters. Ignored for an existing login, which keeps its password. */
  password: string
  /** Name of a role of the tenant: Administrator, Staff, Read only, Chapter owner. */
  role: string
  /** The contact of the person: a role limited to chapters has access to the chapters that this contact owns. */
  contactId?: number
}

const EMAIL = /^[^\s@]+@[^\s@]+$/

/** Normalizes the address of a login for storage and comparison. */
export const loginName = (email: string): string => email.trim().normalize('NFC').toLowerCase()

/**
 * Creates a staff seat in a tenant, and a login if the person has none yet. `isNew` states whether the login was created
 * now. Throws a Problem for an unknown tenant, role or contact, an invalid address or password, or an existing seat.
 */
export const createLogin = async (
  { system }: Pick<Database, 'system'>,
  wanted: NewLogin,
): Promise<{ login: Login; isNew: boolean }> => {
  const email = loginName(wanted.email)
  if (!EMAIL.test(email) || email.length > 254)
    throw badInput('/email', `"${wanted.email}" is not a valid email address`)
  if (wanted.displayName.trim() === '') throw badInput('/displayName', 'must not be blank')
  const tenant = await system.tenant.findFirst({ where: { key: wanted.tenantKey } })
  if (!tenant) throw badInput('/tenantKey', `"${wanted.tenantKey}" is not the key of an existing tenant`)
  const role = await system.role.findFirst({ where: { tenantId: tenant.id, name: wanted.role } })
  if (!role) throw badInput('/role', `"${wanted.role}" is not a role of this tenant`)
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
    if (count === 0) throw conflict('duplicate', `${email} already has a seat in ${tenant.key}.`)
    return { login, isNew: made.count === 1 }
  })
}

const assertContact = async (system: Database['system'], tenantId: number, id: number | undefined): Promise<void> => {
  if (id === undefined) return
  const found = await system.contact.findFirst({ where: { tenantId, id, systemTypeId: 1, deletedAt: null } })
  if (!found) throw badInput('/contactId', `${id} is not the id of an individual of this tenant`)
}
