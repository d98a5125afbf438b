import type { Database } from '#kernel/database/database'
import { TRANSACTION_LIMITS } from '#kernel/database/transaction-limits'
import { badInput } from '#kernel/errors/problem'
import { enqueueJobs } from '#kernel/jobs/enqueue'
import type { Login, Prisma } from '#prisma/client'
import { cancelEmailChange } from './email-change/email-changes.ts'
import { loginName, MAX_EMAIL } from './logins.ts'
import { findLoginLink, type OpenLoginLink, useLink, voidLinks } from './mail/login-links.ts'
import { noticeJob } from './mail/login-mails.ts'
import { endGrants } from './oauth/families.ts'
import { resetSecondFactors } from './second-factor/second-factors.ts'
import { isSamePassword, verifyPassword } from './sign-in/password.ts'
import { ownerOfLogin } from './sign-in/password-owners.ts'
import { hashNewPassword } from './sign-in/password-rules.ts'
import { loginSubject } from './sign-in/throttle.ts'

type System = Database['system']

/**
 * Disables a login and ends its sessions and tokens. Wait for `settled` of the credentials after it: then every replica
 * rejects them. Throws 400 if there is no such login.
 */
export const disableLogin = async ({ system }: Pick<Database, 'system'>, email: string, now: Date): Promise<Login> =>
  changeLogin(system, await findNamed(system, email), now, { disabledAt: now })

/** Enables a disabled login. Sessions and tokens from before remain ended. Throws 400 if there is no such login. */
export const enableLogin = async ({ system }: Pick<Database, 'system'>, email: string, now: Date): Promise<Login> =>
  changeLogin(system, await findNamed(system, email), now, { disabledAt: null })

/**
 * Sets a new password, ends the sessions and tokens of the login, and clears its failed sign-ins. Wait for `settled` of the
 * credentials after it. Throws 400 if there is no such login, or for a password that the rules reject.
 */
export const resetPassword = async (
  { system }: Pick<Database, 'system'>,
  email: string,
  password: string,
  now: Date,
): Promise<Login> => {
  const login = await findNamed(system, email)
  const passwordHash = await hashNewPassword(password, await ownerOfLogin(system, login))
  return changeLogin(system, login, now, { passwordHash, passwordChangedAt: now })
}

export interface OwnPasswordChange {
  current: string
  next: string
  /** Runs when the passwords are checked, before the change. It can throw. */
  confirm?: () => Promise<void>
}

/**
 * Changes the password of a login that knows the current one, and ends its sessions and tokens. Returns the changed login;
 * undefined if the current password is wrong, or was changed since it was read. Wait for `settled` of the credentials
 * after it. Throws 400 for a password that the rules reject.
 */
export const changeOwnPassword = async (
  { system }: Pick<Database, 'system'>,
  id: number,
  { current, next, confirm }: OwnPasswordChange,
  now: Date,
): Promise<Login | undefined> => {
  const login = await system.login.findFirst({ where: { id, disabledAt: null } })
  if (!(await verifyPassword(current, login?.passwordHash)) || !login) return undefined
  if (isSamePassword(current, next)) throw badInput('/password', 'must differ from the current one')
  const passwordHash = await hashNewPassword(next, await ownerOfLogin(system, login))
  await confirm?.()
  return system.$transaction(async (tx) => {
    const where = { id, passwordHash: login.passwordHash, disabledAt: null }
    const { count } = await tx.login.updateMany({ where, data: { passwordHash, passwordChangedAt: now } })
    return count === 0 ? undefined : changeLoginIn(tx, login, now, { passwordChangedAt: now })
  }, TRANSACTION_LIMITS)
}

/**
 * Removes the second factors of a login, for an operator, and ends its sessions and tokens. `isReset` is false if it had none. Wait
 * for `settled` of the credentials after it. @throws 400
 */
export const resetFactorsOf = async (
  { system }: Pick<Database, 'system'>,
  email: string,
  now: Date,
): Promise<{ email: string; isReset: boolean }> => {
  const login = await findNamed(system, email)
  const isReset = await system.$transaction((tx) => resetFactorsIn(tx, login, now), TRANSACTION_LIMITS)
  return { email: login.email, isReset }
}

/** Removes the second factors of a login, and ends its sessions and tokens. Returns false if it had none. */
export const resetFactorsIn = async (
  tx: Prisma.TransactionClient,
  login: Pick<Login, 'id' | 'email'>,
  now: Date,
): Promise<boolean> => {
  if (!(await resetSecondFactors(tx, login.id, now))) return false
  await changeLoginIn(tx, login, now, {})
  return true
}

/** Finds a login by its address. @throws 400 */
const findNamed = async (system: System, email: string): Promise<Login> => {
  const name = loginName(email)
  const known = name.length > MAX_EMAIL ? null : await system.login.findFirst({ where: { email: name } })
  if (!known) throw badInput('/email', `"${name.slice(0, MAX_EMAIL)}" is not the address of a login`)
  return known
}

/**
 * Sets a new password by a mailed link, which works once, and ends the sessions and tokens of the login. Returns the link with the
 * login; undefined if it cannot be used. Wait for `settled` of the credentials after it. Throws 400 for a password that the
 * rules reject, and the link remains.
 */
export const resetByLink = async (
  { system }: Pick<Database, 'system'>,
  token: string,
  password: string,
  now: Date,
): Promise<OpenLoginLink | undefined> => {
  const link = await findLoginLink(system, token, now)
  if (!link) return undefined
  const passwordHash = await hashNewPassword(password, await ownerOfLogin(system, link.login))
  return system.$transaction(async (tx) => {
    if (!(await useLink(tx, token, now))) return undefined
    const login = await changeLoginIn(tx, link.login, now, { passwordHash, passwordChangedAt: now })
    return { login, next: link.next }
  }, TRANSACTION_LIMITS)
}

type LoginChange = Pick<Prisma.LoginUpdateInput, 'disabledAt' | 'passwordHash' | 'passwordChangedAt'>

const changeLogin = (
  system: System,
  login: Pick<Login, 'id' | 'email'>,
  now: Date,
  data: LoginChange,
): Promise<Login> => system.$transaction((tx) => changeLoginIn(tx, login, now, data), TRANSACTION_LIMITS)

/**
 * Changes a login, and ends its sessions, codes and tokens. The login is changed first: a sign-in, which locks it, has then
 * committed its session or finds the change.
 */
export const changeLoginIn = async (
  tx: Prisma.TransactionClient,
  { id: loginId, email }: Pick<Login, 'id' | 'email'>,
  now: Date,
  data: LoginChange,
): Promise<Login> => {
  await tx.$queryRaw`SELECT id FROM login WHERE id = ${loginId} FOR UPDATE`
  const login = await tx.login.update({ where: { id: loginId }, data })
  if (data.passwordChangedAt) await enqueueJobs(tx, [noticeJob(loginId, 'Your password was changed', now)])
  await voidLinks(tx, loginId, now)
  await cancelEmailChange(tx, loginId)
  await tx.loginPending.deleteMany({ where: { loginId } })
  await tx.loginSession.updateMany({ where: { loginId, revokedAt: null }, data: { revokedAt: now } })
  await endGrants(tx, { loginId }, now)
  await tx.signInThrottle.deleteMany({ where: { subject: loginSubject(email) } })
  return login
}
