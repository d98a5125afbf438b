import type { Recorder } from '#kernel/records/record-change'
import { notFound } from '../errors/problem.ts'
import type { ExpectedVersion } from '../records/versions.ts'
import { endGrants } from './oauth/families.ts'
import { type AllowedApp, type OwnSession, openOwnLogin } from './own-login/own-login.ts'
import type { PagesContext } from './pages/context.ts'
import { type ListedSeat, listTenantSeats, lockSeat } from './seat-changes.ts'
import { recordSeatChange } from './seat-records.ts'
import { addSeat, changeSeat, type SeatInput, type SeatSaver } from './seat-saves.ts'

/** The seats of a tenant, for its administrators. Each function throws 404 if the login has no seat there. */
export interface SeatAccess {
  get(tenantId: number, loginId: number): Promise<ListedSeat>
  /** Returns the id of the login. @throws 400, 403, 409 duplicate, 422. */
  add(saver: SeatSaver, input: SeatInput): Promise<number>
  /** @throws 403, 404, 409, 412, 422. */
  change(saver: SeatSaver, loginId: number, input: SeatInput, expected: ExpectedVersion): Promise<void>
  listRoles(tenantId: number): Promise<SeatRole[]>
  listSessions(tenantId: number, loginId: number): Promise<OwnSession[]>
  endSession(recorder: Recorder, loginId: number, id: number): Promise<void>
  /** Ends the sessions, and the tokens in the tenant. Wait for `credentialsSettled` after it. */
  signOut(recorder: Recorder, loginId: number): Promise<void>
  listApps(tenantId: number, loginId: number): Promise<AllowedApp[]>
  /** Wait for `credentialsSettled` after it. */
  endApp(recorder: Recorder, loginId: number, clientId: string): Promise<void>
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
  const get = async (tenantId: number, loginId: number): Promise<ListedSeat> => {
    const found = (await listTenantSeats(system, tenantId)).find((seat) => seat.loginId === loginId)
    if (!found) throw notFound('seat')
    return found
  }
  return {
    get,
    add: (saver, input) => addSeat({ system }, saver, input),
    change: (saver, loginId, input, expected) => changeSeat({ system }, saver, loginId, input, expected),
    listRoles: (tenantId) => system.role.findMany({ where: { tenantId }, orderBy: { name: 'asc' } }),
    listSessions: async (tenantId, loginId) => {
      await get(tenantId, loginId)
      return own.listSessions(userOf(loginId))
    },
    endSession: async ({ db }, loginId, id) => {
      await get(db.tenantId, loginId)
      if (!(await own.endSession(userOf(loginId), id))) throw notFound('session')
    },
    signOut: (recorder, loginId) => signOutSeat(context, recorder, loginId, clock.now()),
    listApps: async (tenantId, loginId) => {
      await get(tenantId, loginId)
      return own.listApps(userOf(loginId), tenantId)
    },
    endApp: async ({ db }, loginId, clientId) => {
      await get(db.tenantId, loginId)
      if (!(await own.endApp(userOf(loginId), db.tenantId, clientId))) throw notFound('application')
    },
  }
}

/** Ends the sessions of the login of a seat, and its tokens in the tenant. @throws 404. */
export const signOutSeat = (
  { system }: Pick<PagesContext, 'system'>,
  recorder: Recorder,
  loginId: number,
  now: Date,
): Promise<void> =>
  system.$transaction(async (tx) => {
    const seat = { tenantId: recorder.db.tenantId, loginId }
    await lockSeat(tx, seat)
    await tx.loginPending.deleteMany({ where: { loginId } })
    await tx.loginSession.updateMany({ where: { loginId, revokedAt: null }, data: { revokedAt: now } })
    await endGrants(tx, seat, now)
    await recordSeatChange(recorder, tx, loginId, { signedOut: true })
  })
