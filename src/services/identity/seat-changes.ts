import type { Database } from '#kernel/database/database'
import { TRANSACTION_LIMITS } from '#kernel/database/transaction-limits'
import { conflict, notFound } from '#kernel/errors/problem'
import { enqueueJobs } from '#kernel/jobs/enqueue'
import type { Recorder } from '#kernel/records/change'
import type { Prisma } from '#prisma/client'
import type { SeatKey } from '../auth/page-callers.ts'
import { changeLoginIn, resetFactorsIn } from './login-changes.ts'
import { loginName } from './logins.ts'
import { resetJob } from './mail/login-mails.ts'
import { endGrants } from './oauth/families.ts'
import { isControlled, requirePowerOver, type SeatSaver } from './seat-control.ts'
import { type ListedSeat, listTenantSeats } from './seat-lists.ts'
import { recordSeat, recordSeatChange } from './seat-records.ts'

const ELSEWHERE =
  'The login is not only of this organization. The person requests a link at /forgot-password, or the administrator of the platform mails one.'

/**
 * Locks the seats of a tenant until the transaction ends, so that two administrators cannot remove each other at once.
 * @throws 404 if the login has no seat there.
 */
export const lockSeat = async (tx: Prisma.TransactionClient, { tenantId, loginId }: SeatKey): Promise<void> => {
  const locked = await tx.$queryRaw<{ id: number }[]>`
    SELECT login_id AS id FROM staff WHERE tenant_id = ${tenantId} ORDER BY login_id FOR UPDATE`
  if (!locked.some(({ id }) => id === loginId)) throw notFound('seat')
}

/** @throws 409 last-administrator if no other login that can sign in is an administrator of the tenant. */
export const requireOtherAdministrator = async (
  tx: Prisma.TransactionClient,
  { tenantId, loginId }: SeatKey,
): Promise<void> => {
  if (!isOnlyAdministrator(await listTenantSeats(tx, tenantId), loginId)) return
  throw conflict('last-administrator', 'No other login that can sign in is an administrator of the organization.')
}

/** Lists the keys of the tenants in which no other login that can sign in is an administrator. */
export const listOnlyAdministrator = async ({ system }: Pick<Database, 'system'>, email: string): Promise<string[]> => {
  const login = await system.login.findFirst({ where: { email: loginName(email), disabledAt: null } })
  if (!login) return []
  const seats = await system.staff.findMany({ where: { loginId: login.id }, select: { tenantId: true } })
  const tenants = await system.tenant.findMany({ where: { id: { in: seats.map(({ tenantId }) => tenantId) } } })
  const found = await Promise.all(
    tenants.map(async ({ id, key }) => (isOnlyAdministrator(await listTenantSeats(system, id), login.id) ? [key] : [])),
  )
  return found.flat().sort()
}

const isOnlyAdministrator = (seats: readonly ListedSeat[], loginId: number): boolean => {
  const able = seats.filter(({ isAdministrator, disabledAt }) => isAdministrator && disabledAt === null)
  return able.length === 1 && able[0]?.loginId === loginId
}

/**
 * Removes a seat with its tokens and consents in the tenant. Wait for `settled` of the credentials after it.
 * @throws 403 insufficient-scope for a role of the platform, 404, 409 last-administrator.
 */
export const removeSeat = ({ system }: Pick<Database, 'system'>, saver: SeatSaver, loginId: number): Promise<void> =>
  system.$transaction(async (tx) => {
    const seat = { tenantId: saver.db.tenantId, loginId }
    await lockSeat(tx, seat)
    const { role } = await tx.staff.findFirstOrThrow({ where: seat, include: { role: true } })
    requirePowerOver(role, saver)
    await requireOtherAdministrator(tx, seat)
    const now = saver.clock.now()
    const removed = await tx.staff.delete({ where: { tenantId_loginId: seat }, include: { role: true } })
    await tx.oAuthConsent.deleteMany({ where: seat })
    await endGrants(tx, seat, now)
    await recordSeat(saver, tx, { ...removed, auditId: removed.auditId + 1 }, { action: 'deleted' })
  }, TRANSACTION_LIMITS)

/** Mails the login of a seat a link to set a new password. @throws 404, 409 login-elsewhere, login-disabled. */
export const mailSeatReset = ({ system }: Pick<Database, 'system'>, saver: SeatSaver, loginId: number) =>
  system.$transaction(async (tx) => {
    await lockSeat(tx, { tenantId: saver.db.tenantId, loginId })
    if (!(await isControlled(tx, saver, loginId))) throw conflict('login-elsewhere', ELSEWHERE)
    const able = await tx.login.count({ where: { id: loginId, disabledAt: null } })
    if (able === 0) throw conflict('login-disabled', 'The login is disabled. Enable it first.')
    await enqueueJobs(tx, [resetJob({ loginId }, saver.clock.now())])
    await recordSeatChange(saver, tx, loginId, { resetMailed: true })
  }, TRANSACTION_LIMITS)

/**
 * Disables or enables the login of a seat in every tenant. Wait for `settled` of the credentials after it.
 * @throws 404, 409 last-administrator.
 */
export const setSeatDisabled = (
  { system }: Pick<Database, 'system'>,
  recorder: Recorder,
  loginId: number,
  isDisabled: boolean,
): Promise<void> =>
  system.$transaction(async (tx) => {
    const own = { tenantId: recorder.db.tenantId, loginId }
    if ((await tx.staff.count({ where: own })) === 0) throw notFound('seat')
    const seats = await tx.staff.findMany({ where: { loginId }, orderBy: { tenantId: 'asc' } })
    for (const seat of seats) await lockSeat(tx, seat)
    const login = await tx.login.findFirst({ where: { id: loginId } })
    if (!login) throw notFound('seat')
    if ((login.disabledAt !== null) === isDisabled) return
    if (isDisabled) for (const seat of seats) await requireOtherAdministrator(tx, seat)
    const now = recorder.clock.now()
    await changeLoginIn(tx, login, now, { disabledAt: isDisabled ? now : null })
    await recordSeatChange(recorder, tx, loginId, { isDisabled })
  }, TRANSACTION_LIMITS)

/**
 * Removes the second factors of the login of a seat, and ends its sessions and tokens. Wait for `settled` of the credentials
 * after it. @throws 404.
 */
export const resetSeatFactors = async (
  { system }: Pick<Database, 'system'>,
  recorder: Recorder,
  loginId: number,
): Promise<void> => {
  const seat = { tenantId: recorder.db.tenantId, loginId }
  const login =
    (await system.staff.count({ where: seat })) > 0 && (await system.login.findFirst({ where: { id: loginId } }))
  if (!login) throw notFound('seat')
  await system.$transaction(async (tx) => {
    if (await resetFactorsIn(tx, login, recorder.clock.now()))
      await recordSeatChange(recorder, tx, loginId, { secondFactorReset: true })
  }, TRANSACTION_LIMITS)
}
