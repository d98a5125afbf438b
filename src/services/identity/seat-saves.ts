import { randomBytes } from 'node:crypto'
import { ADMIN_SCOPE } from '#kernel/contract/scopes'
import type { Database } from '#kernel/database/database'
import { TRANSACTION_LIMITS } from '#kernel/database/transaction-limits'
import { badInput, conflict } from '#kernel/errors/problem'
import { enqueueJobs } from '#kernel/jobs/enqueue'
import { NEXT_VERSION } from '#kernel/records/record-kind'
import { unknownReference } from '#kernel/records/references'
import { type ExpectedVersion, requireVersion } from '#kernel/records/versions'
import type { Login, Prisma, Role } from '#prisma/client'
import { isLoginEmail, loginName } from './logins.ts'
import { seatJob } from './mail/login-mails.ts'
import { lockSeat, requireOtherAdministrator } from './seat-changes.ts'
import { requirePowerOver, type SeatSaver } from './seat-control.ts'
import { recordSeat } from './seat-records.ts'
import { hashPassword } from './sign-in/password.ts'

/** A seat as it is saved. What is left out keeps its value. */
export interface SeatInput {
  email?: string
  name?: string
  roleName?: string
  /** Null for none. */
  contactId?: number | null
}

const MAX_NAME = 200

/**
 * Adds a seat, and a login if the person has none, and notifies the person by mail. Returns the id of the login.
 * @throws 400, 403 insufficient-scope, 409 duplicate, 422 unknown-reference.
 */
export const addSeat = async (
  { system }: Pick<Database, 'system'>,
  saver: SeatSaver,
  input: SeatInput,
): Promise<number> => {
  const { tenantId } = saver.db
  const person = parsePerson(input)
  // Nobody knows it: the person sets another one by a mailed link.
  const passwordHash = await hashPassword(randomBytes(24).toString('base64url'))
  return system.$transaction(async (tx) => {
    const role = await getRole(tx, saver, input.roleName ?? '')
    await requireIndividual(tx, tenantId, input.contactId)
    const login = await findOrAddLogin(tx, person, passwordHash)
    const data = { tenantId, loginId: login.id, displayName: person.displayName, roleId: role.id }
    const made = await tx.staff.createMany({
      data: [{ ...data, contactId: input.contactId ?? null }],
      skipDuplicates: true,
    })
    if (made.count === 0) throw conflict('duplicate', `${person.email} has a seat.`)
    const seat = { loginId: login.id, auditId: 1, role, contactId: input.contactId ?? null }
    await recordSeat(saver, tx, seat, { action: 'created', changes: { RoleName: role.name } })
    await enqueueJobs(tx, [seatJob({ tenantId, loginId: login.id }, saver.clock.now())])
    return login.id
  }, TRANSACTION_LIMITS)
}

const parsePerson = ({ email = '', name = '' }: SeatInput): Pick<Login, 'email' | 'displayName'> => {
  const person = { email: loginName(email), displayName: name.trim() }
  if (!isLoginEmail(person.email)) throw badInput('/EmailAddress', 'must be an email address')
  if (person.displayName === '') throw badInput('/Name', 'must not be blank')
  if (person.displayName.length > MAX_NAME) throw badInput('/Name', `must have at most ${MAX_NAME} characters`)
  return person
}

const findOrAddLogin = async (
  tx: Prisma.TransactionClient,
  person: Pick<Login, 'email' | 'displayName'>,
  passwordHash: string,
): Promise<Login> => {
  await tx.login.createMany({ data: [{ ...person, passwordHash }], skipDuplicates: true })
  return tx.login.findFirstOrThrow({ where: { email: person.email } })
}

/**
 * Changes the role or the contact of a seat. A save that changes nothing writes nothing. Wait for `settled` of the
 * credentials after it.
 *
 * @throws 403 insufficient-scope, 404, 409 stale-audit-id, last-administrator, 412, 422 unknown-reference.
 */
export const changeSeat = (
  { system }: Pick<Database, 'system'>,
  saver: SeatSaver,
  loginId: number,
  input: SeatInput,
  expected: ExpectedVersion,
): Promise<void> =>
  system.$transaction(async (tx) => {
    const key = { tenantId: saver.db.tenantId, loginId }
    await lockSeat(tx, key)
    const current = await tx.staff.findFirstOrThrow({ where: key, include: { role: true } })
    requirePowerOver(current.role, saver)
    requireVersion(current.auditId, expected)
    const role = input.roleName === undefined ? current.role : await getRole(tx, saver, input.roleName)
    const contactId = input.contactId === undefined ? current.contactId : input.contactId
    if (contactId !== current.contactId) await requireIndividual(tx, key.tenantId, contactId)
    if (role.id === current.roleId && contactId === current.contactId) return
    if (isAdministrator(current.role) && !isAdministrator(role)) await requireOtherAdministrator(tx, key)
    const where = { tenantId_loginId: key }
    const saved = await tx.staff.update({ where, data: { roleId: role.id, contactId, ...NEXT_VERSION } })
    const changes = { RoleName: role.name, ContactId: contactId }
    await recordSeat(saver, tx, { ...saved, role }, { action: 'updated', changes })
  }, TRANSACTION_LIMITS)

const isAdministrator = ({ scopes }: Pick<Role, 'scopes'>): boolean => scopes.includes(ADMIN_SCOPE)

/** @throws 403 insufficient-scope for a role of the platform, 422 unknown-reference. */
const getRole = async (tx: Prisma.TransactionClient, saver: SeatSaver, name: string): Promise<Role> => {
  const role = await tx.role.findFirst({ where: { tenantId: saver.db.tenantId, name } })
  if (!role) throw unknownReference('/RoleName', 'role')
  requirePowerOver(role, saver)
  return role
}

/** Locks the contact, so that it is not deleted until the transaction ends. @throws 422 unknown-reference. */
const requireIndividual = async (
  tx: Prisma.TransactionClient,
  tenantId: number,
  id: number | null | undefined,
): Promise<void> => {
  if (id === null || id === undefined) return
  const found = await tx.$queryRaw<unknown[]>`SELECT 1 FROM contact
    WHERE tenant_id = ${tenantId} AND id = ${id} AND system_type_id = 1 AND deleted_at IS NULL FOR SHARE`
  if (found.length === 0) throw unknownReference('/ContactId', 'individual')
}
