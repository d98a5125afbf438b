import { TRANSACTION_LIMITS } from '#kernel/database/transaction-limits'
import { notFound } from '#kernel/errors/problem'
import type { ExpectedVersion } from '#kernel/records/versions'
import { endGrants } from './oauth/families.ts'
import { type AllowedApp, type OwnSession, openOwnLogin } from './own-login/own-login.ts'
import type { PagesContext } from './pages/context.ts'
import { lockSeat } from './seat-changes.ts'
import { isControlled, listSeatsFor, type SeatAdministrator, type SeatSaver } from './seat-control.ts'
import type { ListedSeat } from './seat-lists.ts'
import { recordSeatChange } from './seat-records.ts'
import { addSeat, changeSeat, type SeatInput } from './seat-saves.ts'

/** The seats of a tenant, for its administrators. Each function throws 404 if the login has no seat there. */
export interface SeatAccess {
  list(administrator: SeatAdministrator): Promise<ListedSeat[]>
  get(administrator: SeatAdministrator, loginId: number): Promise<ListedSeat>
  /** Returns the id of the login. @throws 400, 403, 409 duplicate, 422. */
  add(saver: SeatSaver, input: SeatInput): Promise<number>
  /** @throws 403, 404, 409, 412, 422. */
  change(saver: SeatSaver, loginId: number, input: SeatInput, expected: ExpectedVersion): Promise<void>
  listRoles(tenantId: number): Promise<SeatRole[]>
  /** Lists the sessions of a login; none for one that the tenant does not control. */
  listSessions(administrator: SeatAdministrator, loginId: number): Promise<OwnSession[]>
  endSession(administrator: SeatAdministrator, loginId: number, id: number): Promise<void>
  /** Ends the tokens in the tenant, and the sessions if the tenant controls the login. Wait for `credentialsSettled` after it. */
  signOut(saver: SeatSaver, loginId: number): Promise<void>
  listApps(administrator: SeatAdministrator, loginId: number): Promise<AllowedApp[]>
  /** Ends an app. Wait for `credentialsSettled` after it. */
  endApp(administrator: SeatAdministrator, loginId: number, clientId: string): Promise<void>
}

export interface SeatRole {
  name: string
  scopes: string[]
  isChapterLimited: boolean
}

export const openSeatAccess = (context: PagesContext): SeatAccess => {
  const { system, clock } = context
  const own = openOwnLogin(context)
  const userOf = (id: number) => ({ kind: 'login', id }) as const
  const list = (administrator: SeatAdministrator) => listSeatsFor(system, administrator)
  const get = async (administrator: SeatAdministrator, loginId: number): Promise<ListedSeat> => {
    const found = (await list(administrator)).find((seat) => seat.loginId === loginId)
    if (!found) throw notFound('seat')
    return found
  }
  return {
    list,
    get,
    add: (saver, input) => addSeat({ system }, saver, input),
    change: (saver, loginId, input, expected) => changeSeat({ system }, saver, loginId, input, expected),
    listRoles: (tenantId) => system.role.findMany({ where: { tenantId }, orderBy: { name: 'asc' } }),
    listSessions: async (administrator, loginId) => {
      await get(administrator, loginId)
      return (await isControlled(system, administrator, loginId)) ? own.listSessions(userOf(loginId)) : []
    },
    endSession: async (administrator, loginId, id) => {
      await get(administrator, loginId)
      const isEnded =
        (await isControlled(system, administrator, loginId)) && (await own.endSession(userOf(loginId), id))
      if (!isEnded) throw notFound('session')
    },
    signOut: (saver, loginId) => signOutSeat(context, saver, loginId, clock.now()),
    listApps: async (administrator, loginId) => {
      await get(administrator, loginId)
      return own.listApps(userOf(loginId), administrator.db.tenantId)
    },
    endApp: async (administrator, loginId, clientId) => {
      await get(administrator, loginId)
      if (!(await own.endApp(userOf(loginId), administrator.db.tenantId, clientId))) throw notFound('application')
    },
  }
}

/** Ends the tokens of the login of a seat in the tenant, and its sessions if the tenant controls it. @throws 404. */
export const signOutSeat = (
  { system }: Pick<PagesContext, 'system'>,
  saver: SeatSaver,
  loginId: number,
  now: Date,
): Promise<void> =>
  system.$transaction(async (tx) => {
    const seat = { tenantId: saver.db.tenantId, loginId }
    await lockSeat(tx, seat)
    if (await isControlled(tx, saver, loginId)) {
      await tx.loginPending.deleteMany({ where: { loginId } })
      await tx.loginSession.updateMany({ where: { loginId, revokedAt: null }, data: { revokedAt: now } })
    }
    await endGrants(tx, seat, now)
    await recordSeatChange(saver, tx, loginId, { signedOut: true })
  }, TRANSACTION_LIMITS)
