import { randomBytes } from 'node:crypto'
import type { ClientBase } from 'pg'
import type { Database } from '#kernel/database/database'
import { TRANSACTION_LIMITS } from '#kernel/database/transaction-limits'
import { badInput, conflict } from '#kernel/errors/problem'
import type { Recorder } from '#kernel/records/change'
import type { Login, Prisma } from '#prisma/client'
import { recordSeat } from './seat-records.ts'
import { hashPassword } from './sign-in/password.ts'
import { hashNewPassword } from './sign-in/password-rules.ts'

/** A staff login that is requested on the command line. */
export interface NewLogin {
  tenantKey: string
  /** The address for sign-in; case-insensitive. */
  email: string
  displayName: string
  /** At least 12 characters. Required for a new login; an existing one keeps its own. */
  password?: string
  /** Name of a role of the tenant: Administrator, Staff, Read only, Chapter owner. */
  role: string
  /** The contact of the person: a role limited to chapters has access to the chapters that this contact owns. */
  contactId?: number
}

const EMAIL = /^[^\s@]+@[^\s@]+$/
/** An address of a mail has at most 254 characters; no login has a longer one. */
export const MAX_EMAIL = 254

/** Normalizes the address of a login for storage and comparison. */
export const loginName = (email: string): string => email.trim().normalize('NFC').toLowerCase()

/** Returns whether a normalized address can be that of a login. */
export const isLoginEmail = (email: string): boolean => EMAIL.test(email) && email.length <= MAX_EMAIL

type System = Database['system']
type Reader = Pick<System, 'login'> | Prisma.TransactionClient

/** Finds the login with an address that can sign in. */
export const findActiveLogin = async (reader: Reader, email: string): Promise<Login | undefined> =>
  (await reader.login.findFirst({ where: { email, disabledAt: null } })) ?? undefined

/** Returns whether a login has an address, also one that cannot sign in. */
export const isLoginKnown = async (reader: Reader, email: string): Promise<boolean> =>
  (await reader.login.count({ where: { email: loginName(email) } })) > 0

/** Returns whether a login exists and can sign in. Seats and tokens of any other are void. */
export const hasActiveLogin = async (reader: Reader, id: number): Promise<boolean> =>
  (await reader.login.count({ where: { id, disabledAt: null } })) > 0

/** Lists the addresses of logins by id. */
export const listLoginEmails = async (reader: Reader, ids: number[]): Promise<ReadonlyMap<number, string>> => {
  const found = await reader.login.findMany({ where: { id: { in: ids } }, select: { id: true, email: true } })
  return new Map(found.map(({ id, email }) => [id, email]))
}

/** The person of a seat. */
export interface SeatLogin {
  id: number
  email: string
  name: string
}

/** Lists the logins with a seat in a tenant. @param client a connection of the system role. */
export const listSeatLogins = async (client: Pick<ClientBase, 'query'>, tenantId: number): Promise<SeatLogin[]> =>
  (
    await client.query<SeatLogin>(
      `SELECT l.id, l.email, l.display_name AS name FROM login l JOIN staff s ON s.login_id = l.id
       WHERE s.tenant_id = $1 ORDER BY l.id`,
      [tenantId],
    )
  ).rows

/** Finds a login by its address, whether or not it can sign in. @param client a connection of the system role. */
export const findLoginId = async (client: Pick<ClientBase, 'query'>, email: string): Promise<number | undefined> =>
  (await client.query<{ id: number }>('SELECT id FROM login WHERE email = $1', [loginName(email)])).rows[0]?.id

/** Draws ids that no login has or will have: for persons of a history whose logins are not here. */
export const reserveLoginIds = async (client: Pick<ClientBase, 'query'>, count: number): Promise<number[]> =>
  (
    await client.query<{ id: number }>(
      `SELECT nextval(pg_get_serial_sequence('login', 'id'))::integer AS id FROM generate_series(1, $1)`,
      [count],
    )
  ).rows.map(({ id }) => id)

/**
 * Creates a staff seat in a tenant, and a login if the person has none yet. `isNew` states whether the login was created
 * now. Throws a Problem for an unknown tenant, role or contact, an invalid address or password, or an existing seat.
 *
 * @param recorder writes the history of the tenant; absent for the records of a first start.
 */
export const createLogin = async (
  { system }: Pick<Database, 'system'>,
  wanted: NewLogin,
  recorder?: Recorder,
): Promise<{ login: Login; isNew: boolean }> => {
  const email = loginName(wanted.email)
  if (!isLoginEmail(email)) throw badInput('/email', `"${wanted.email}" is not a valid email address`)
  if (wanted.displayName.trim() === '') throw badInput('/displayName', 'must not be blank')
  const tenant = await system.tenant.findFirst({ where: { key: wanted.tenantKey } })
  if (!tenant) throw badInput('/tenantKey', `"${wanted.tenantKey}" is not the key of an existing tenant`)
  const role = await system.role.findFirst({ where: { tenantId: tenant.id, name: wanted.role } })
  if (!role) throw badInput('/role', `"${wanted.role}" is not a role of this tenant`)
  await requireContact(system, tenant.id, wanted.contactId)
  const person = { email, displayName: wanted.displayName.trim() }
  const owner = { ...person, organizations: [tenant.name] }
  const passwordHash = wanted.password === undefined ? undefined : await hashNewPassword(wanted.password, owner)
  return system.$transaction(async (tx) => {
    const data = passwordHash === undefined ? [] : [{ ...person, passwordHash }]
    const made = await tx.login.createMany({ data, skipDuplicates: true })
    const login = await tx.login.findFirst({ where: { email } })
    if (!login) throw badInput('/password', 'is missing')
    const { id: loginId, displayName } = login
    const seat = { tenantId: tenant.id, loginId, displayName, roleId: role.id, contactId: wanted.contactId ?? null }
    const { count } = await tx.staff.createMany({ data: [seat], skipDuplicates: true })
    if (count === 0) throw conflict('duplicate', `${email} already has a seat in ${tenant.key}.`)
    const added = { loginId, auditId: 1, role, contactId: seat.contactId }
    const changes = { RoleName: role.name }
    if (recorder) await recordSeat(recorder, tx, added, { action: 'created', changes })
    return { login, isNew: made.count === 1 }
  }, TRANSACTION_LIMITS)
}

const requireContact = async (system: Database['system'], tenantId: number, id: number | undefined): Promise<void> => {
  if (id === undefined) return
  const found = await system.contact.findFirst({ where: { tenantId, id, systemTypeId: 1, deletedAt: null } })
  if (!found) throw badInput('/contactId', `${id} is not the id of an individual of this tenant`)
}

/**
 * Creates a login that cannot sign in, because it is disabled and its password is random. Returns its id.
 *
 * @param client a connection of the system role.
 */
export const createDisabledLogin = async (
  client: Pick<ClientBase, 'query'>,
  { email, displayName }: Pick<Login, 'email' | 'displayName'>,
): Promise<number> => {
  const { rows } = await client.query<{ id: number }>(
    'INSERT INTO login (email, display_name, password_hash, disabled_at) VALUES ($1, $2, $3, now()) RETURNING id',
    [email, displayName, await hashPassword(randomBytes(24).toString('base64url'))],
  )
  return (rows[0] as { id: number }).id
}
