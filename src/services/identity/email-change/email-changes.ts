import { randomBytes, randomUUID } from 'node:crypto'
import { hashToken } from '#kernel/crypto/api-key'
import type { Database } from '#kernel/database/database'
import { TRANSACTION_LIMITS } from '#kernel/database/transaction-limits'
import { badInput, conflict } from '#kernel/errors/problem'
import { enqueueJobs } from '#kernel/jobs/enqueue'
import type { Recorder } from '#kernel/records/change'
import type { Login, LoginEmailChange, Prisma } from '#prisma/client'
import { isLoginEmail, loginName } from '../logins.ts'
import { voidLinks } from '../mail/login-links.ts'
import { addressNoticeJob, emailLinkJob } from '../mail/login-mails.ts'
import { recordSeatChange } from '../seat-records.ts'
import { loginSubject } from '../sign-in/throttle.ts'

type System = Database['system']

/** The system's rights, and who changes an address: its history is that of each tenant with a seat of the login. */
export interface AddressChanger extends Pick<Database, 'system'> {
  recorder: Omit<Recorder, 'db'>
}

const VALID_MS = 3_600_000
const FORM = /^[\w-]{43}$/

/** Normalizes a new address. @throws 400 if it cannot be that of a login, or is the current one. */
export const parseNewEmail = (entered: string, current: string, pointer = '/EmailAddress'): string => {
  const email = loginName(entered)
  if (!isLoginEmail(email)) throw badInput(pointer, 'must be an email address')
  if (email === current) throw badInput(pointer, 'must differ from the current address')
  return email
}

/**
 * Requests another address for a login: a job mails the link that confirms it, and the current address is notified. Replaces an
 * earlier request. It does not find out whether another login has the address, so that no response discloses it.
 */
export const requestEmailChange = (
  { system }: Pick<Database, 'system'>,
  { id: loginId, email: current }: Pick<Login, 'id' | 'email'>,
  email: string,
  now: Date,
): Promise<void> =>
  system.$transaction(async (tx) => {
    const requestId = randomUUID()
    const expiresAt = new Date(now.getTime() + VALID_MS)
    const change = { email, requestId, tokenHash: null, createdAt: now, expiresAt }
    await tx.loginEmailChange.upsert({ where: { loginId }, create: { loginId, ...change }, update: change })
    await enqueueJobs(tx, [
      emailLinkJob({ loginId, requestId }, now),
      addressNoticeJob(loginId, current, 'requested', now),
    ])
  }, TRANSACTION_LIMITS)

/** Finds the request of a login that waits for its confirmation. */
export const findEmailChange = async (
  system: Pick<System, 'loginEmailChange'>,
  loginId: number,
  now: Date,
): Promise<LoginEmailChange | undefined> =>
  (await system.loginEmailChange.findFirst({ where: { loginId, expiresAt: { gt: now } } })) ?? undefined

/** Cancels the request of a login. Its link no longer works. */
export const cancelEmailChange = async (
  system: Pick<System, 'loginEmailChange'> | Prisma.TransactionClient,
  loginId: number,
): Promise<void> => {
  await system.loginEmailChange.deleteMany({ where: { loginId } })
}

/**
 * Makes the link of a request, and returns its token; undefined if the request was replaced, canceled or confirmed. Only the
 * hash is stored. A job that runs again replaces the link.
 */
export const storeEmailLink = async (
  system: Pick<System, 'loginEmailChange'>,
  which: { loginId: number; requestId: string },
): Promise<string | undefined> => {
  const token = randomBytes(32).toString('base64url')
  const { count } = await system.loginEmailChange.updateMany({ where: which, data: { tokenHash: hashToken(token) } })
  return count === 1 ? token : undefined
}

/** Finds the request of a link that can be used by a login. */
export const findLinkedChange = async (
  system: Pick<System, 'loginEmailChange'> | Prisma.TransactionClient,
  token: string,
  loginId: number,
  now: Date,
): Promise<LoginEmailChange | undefined> => {
  if (!FORM.test(token)) return undefined
  const where = { loginId, tokenHash: hashToken(token), expiresAt: { gt: now } }
  return (await system.loginEmailChange.findFirst({ where })) ?? undefined
}

/**
 * Changes the address of a login by a mailed link, which works once. Returns the new address; undefined if the link cannot be used
 * by this login.
 *
 * @throws 409 duplicate if another login has the address by now. The person has proven that it owns it, and the request ends.
 */
export const confirmEmailChange = async (
  { system, recorder }: AddressChanger,
  loginId: number,
  token: string,
  now: Date,
): Promise<string | undefined> => {
  const where = { loginId, tokenHash: hashToken(token) }
  const work = system.$transaction(async (tx) => {
    const found = await findLinkedChange(tx, token, loginId, now)
    const used = found && (await tx.loginEmailChange.deleteMany({ where }))
    if (!found || used?.count !== 1) return undefined
    await changeEmailIn(tx, recorder, loginId, { email: found.email, cause: 'confirmed' })
    return found.email
  }, TRANSACTION_LIMITS)
  return whereFree(work, () => system.loginEmailChange.deleteMany({ where }))
}

/** Changes the address of a login, for an operator. Returns both addresses. @throws 400, 409 duplicate. */
export const setLoginEmail = async (
  { system, recorder }: AddressChanger,
  entered: string,
  wanted: string,
): Promise<{ former: string; email: string }> => {
  const former = loginName(entered)
  const login = isLoginEmail(former) ? await system.login.findFirst({ where: { email: former } }) : null
  if (!login) throw badInput('/email', `"${entered.slice(0, MAX_SHOWN)}" is not the address of a login`)
  const email = parseNewEmail(wanted, former, '/to')
  await whereFree(
    system.$transaction(
      (tx) => changeEmailIn(tx, recorder, login.id, { email, cause: 'operator' }),
      TRANSACTION_LIMITS,
    ),
  )
  return { former, email }
}

const MAX_SHOWN = 254

/**
 * Changes the address, ends the links that were mailed to the former one, and notifies that one. Sessions and tokens belong to
 * the login, and stay. Seats show the address: their versions and histories change. A login without a name of its own is
 * named by its address.
 */
const changeEmailIn = async (
  tx: Prisma.TransactionClient,
  recorder: Omit<Recorder, 'db'>,
  loginId: number,
  { email, cause }: { email: string; cause: 'confirmed' | 'operator' },
): Promise<void> => {
  const seats = await tx.staff.findMany({ where: { loginId }, orderBy: { tenantId: 'asc' } })
  const before = await tx.login.findFirstOrThrow({ where: { id: loginId } })
  const isNamedByAddress = ({ displayName }: { displayName: string }) => loginName(displayName) === before.email
  const named = { displayName: email }
  for (const seat of seats) {
    const { tenantId } = seat
    const changes = { EmailAddress: email, ...(isNamedByAddress(seat) && { Name: email }) }
    await recordSeatChange({ ...recorder, db: { tenantId } }, tx, loginId, changes)
    if (isNamedByAddress(seat)) await tx.staff.updateMany({ where: { tenantId, loginId }, data: named })
  }
  const now = recorder.clock.now()
  await tx.$queryRaw`SELECT id FROM login WHERE id = ${loginId} FOR UPDATE`
  const { email: former } = await tx.login.findFirstOrThrow({ where: { id: loginId } })
  await tx.login.update({ where: { id: loginId }, data: { email, ...(isNamedByAddress(before) && named) } })
  await voidLinks(tx, loginId, now)
  await cancelEmailChange(tx, loginId)
  await tx.signInThrottle.deleteMany({ where: { subject: loginSubject(email) } })
  await enqueueJobs(tx, [addressNoticeJob(loginId, former, cause, now)])
}

/**
 * Writes an address if it is free. The unique index decides between two logins that get an address at once.
 *
 * @param onDuplicate runs after the rollback.
 * @throws 409 duplicate.
 */
const whereFree = async <T>(work: Promise<T>, onDuplicate?: () => Promise<unknown>): Promise<T> => {
  try {
    return await work
  } catch (error) {
    if ((error as { code?: string }).code !== 'P2002') throw error
    await onDuplicate?.()
    throw conflict('duplicate', 'Another login has this address. Use that login, or another address.')
  }
}
