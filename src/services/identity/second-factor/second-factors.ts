import type { Database } from '#kernel/database/database'
import { TRANSACTION_LIMITS } from '#kernel/database/transaction-limits'
import { enqueueJobs } from '#kernel/jobs/enqueue'
import type { LoginPasskey, Prisma } from '#prisma/client'
import { noticeJob } from '../mail/login-mails.ts'
import { hasFactor } from './has-factor.ts'
import { listPasskeys } from './passkeys.ts'
import { replaceRecoveryCodes } from './recovery-codes.ts'
import { requireFactorLeft } from './requirement.ts'

type System = Database['system']

export interface SecondFactors {
  hasApp: boolean
  passkeys: LoginPasskey[]
  /** Recovery codes that were not used. */
  codesLeft: number
}

export const findSecondFactors = async (system: System, loginId: number): Promise<SecondFactors> => {
  const hasApp = (await system.loginTotp.count({ where: { loginId, confirmedAt: { not: null } } })) > 0
  const codesLeft = await system.loginRecoveryCode.count({ where: { loginId, usedAt: null } })
  return { hasApp, passkeys: await listPasskeys(system, loginId), codesLeft }
}

/** The notices of a new authenticator app. */
export const APP_NOTICES = {
  added: 'An authenticator app was added to your login',
  replaced: 'The authenticator app of your login was replaced',
} as const

export const hasSecondFactor = ({ hasApp, passkeys }: Pick<SecondFactors, 'hasApp' | 'passkeys'>): boolean =>
  hasApp || passkeys.length > 0

/**
 * Completes the addition of a second factor: notifies the person, and makes recovery codes if there are none.
 *
 * @param what the change as the mail names it: "A passkey was added to your login".
 * @returns the codes to show; undefined if the person has some.
 */
export const factorAdded = (system: System, loginId: number, what: string, now: Date): Promise<string[] | undefined> =>
  system.$transaction(async (tx) => {
    await notify(tx, loginId, what, now)
    const left = await tx.loginRecoveryCode.count({ where: { loginId, usedAt: null } })
    return left > 0 ? undefined : replaceRecoveryCodes(tx, loginId)
  }, TRANSACTION_LIMITS)

/** Makes new recovery codes, and notifies the person. */
export const renewCodes = (system: System, loginId: number, now: Date): Promise<string[]> =>
  system.$transaction(async (tx) => {
    await notify(tx, loginId, 'New recovery codes were made for your login', now)
    return replaceRecoveryCodes(tx, loginId)
  }, TRANSACTION_LIMITS)

/** Removes the authenticator app, also one that is being set up. Returns false if there is none. */
export const removeApp = (system: System, loginId: number, now: Date): Promise<boolean> =>
  remove(system, loginId, now, 'The authenticator app', (tx) => tx.loginTotp.deleteMany({ where: { loginId } }))

/** Removes a passkey of the login. Returns false if it has no such passkey. */
export const removePasskey = (system: System, loginId: number, id: number, now: Date): Promise<boolean> =>
  remove(system, loginId, now, 'A passkey', (tx) => tx.loginPasskey.deleteMany({ where: { loginId, id } }))

const remove = (
  system: System,
  loginId: number,
  now: Date,
  what: string,
  work: (tx: Prisma.TransactionClient) => Promise<{ count: number }>,
): Promise<boolean> =>
  system.$transaction(async (tx) => {
    const hadFactor = await hasFactor(tx, loginId)
    const { count } = await work(tx)
    if (count === 0) return false
    // An app that is being set up is none yet.
    if (hadFactor) await requireFactorLeft(tx, loginId)
    await dropUselessCodes(tx, loginId)
    await notify(tx, loginId, `${what} was removed from your login`, now)
    return true
  }, TRANSACTION_LIMITS)

/**
 * Deletes recovery codes without a second factor, which they replace; without one, they would only be a second
 * password.
 */
const dropUselessCodes = async (tx: Prisma.TransactionClient, loginId: number): Promise<void> => {
  if (!(await hasFactor(tx, loginId))) await tx.loginRecoveryCode.deleteMany({ where: { loginId } })
}

/** Removes all second factors of a login, for an operator. The person is notified. Returns false if there was none. */
export const resetSecondFactors = async (
  tx: Prisma.TransactionClient,
  loginId: number,
  now: Date,
): Promise<boolean> => {
  const where = { loginId }
  const apps = await tx.loginTotp.deleteMany({ where })
  const passkeys = await tx.loginPasskey.deleteMany({ where })
  await tx.loginRecoveryCode.deleteMany({ where })
  if (apps.count + passkeys.count === 0) return false
  await notify(tx, loginId, 'The second factor of your login was reset', now)
  return true
}

const notify = (tx: Prisma.TransactionClient, loginId: number, what: string, now: Date): Promise<void> =>
  enqueueJobs(tx, [noticeJob(loginId, what, now)])
