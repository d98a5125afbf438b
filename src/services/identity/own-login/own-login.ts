import type { Recorder } from '#kernel/records/change'
import { browserName } from '../account/browser-name.ts'
import { findClient } from '../clients.ts'
import { endGrantedApp, type GrantedApp, listGrantedApps } from '../oauth/granted-apps.ts'
import type { User } from '../oauth/user.ts'
import type { PagesContext } from '../pages/context.ts'
import type { ListedSession } from '../sign-in/sessions.ts'
import { type OwnEmail, openOwnEmail } from './own-email.ts'
import { changePassword, type PasswordChange } from './own-password.ts'
import { type OwnFactors, openOwnFactors } from './own-second-factors.ts'

/** A person that calls, at an internet address: guesses are counted for both. */
export interface Person {
  user: User
  address: string
}

/** A session as its person sees it. */
export interface OwnSession extends Omit<ListedSession, 'userAgent'> {
  /** Browser and system: "Firefox on Windows". */
  browser: string
}

/** An application that a person has allowed. */
export type AllowedApp = GrantedApp

/** What a person can read and change of its own login, outside of the pages. */
export interface OwnLogin extends OwnFactors, OwnEmail {
  listSessions(user: User): Promise<OwnSession[]>
  /** Returns false if the person has no such session. */
  endSession(user: User, id: number): Promise<boolean>
  endSessions(user: User): Promise<void>
  /** Lists the applications that a person has allowed in a tenant. */
  listApps(user: User, tenantId: number): Promise<AllowedApp[]>
  /** Returns false if the person has not allowed it. Wait for `credentialsSettled` after it. */
  endApp(user: User, tenantId: number, clientId: string): Promise<boolean>
  /**
   * Sets a new password, and ends the sessions and tokens. Wait for `credentialsSettled` after it.
   * @throws 400, 422 wrong-password, wrong-code, 429.
   */
  changePassword(recorder: Recorder, person: Person, change: PasswordChange): Promise<void>
}

/** Names the browser of a session. */
const presentSession = ({ userAgent, ...session }: ListedSession): OwnSession => ({
  ...session,
  browser: browserName(userAgent),
})

type Context = Pick<PagesContext, 'system' | 'sealer' | 'throttle' | 'clock' | 'sessions' | 'memberSessions'>

/** Opens the functions for operations, which do what the pages do. */
export const openOwnLogin = (context: Context): OwnLogin => {
  const { system, clock, sessions, memberSessions } = context
  return {
    listSessions: async (user) => {
      const now = clock.now()
      const found = await (user.kind === 'login' ? sessions.list(user.id, now) : memberSessions.list(user, now))
      return found.map(presentSession)
    },
    endSession: (user, id) =>
      user.kind === 'login' ? sessions.endOne(user.id, id, clock.now()) : memberSessions.endOne(user, id, clock.now()),
    endSessions: async (user) => {
      if (user.kind === 'login') await sessions.endOthers(user.id, undefined, clock.now())
      else await memberSessions.endOthers(user, undefined, clock.now())
    },
    listApps: (user, tenantId) => listGrantedApps(system, user, tenantId),
    endApp: async (user, tenantId, clientId) => {
      const client = await findClient(system, clientId)
      if (!client) return false
      const key = { tenantId, permissionTenantId: client.tenantId, permissionId: client.id }
      return endGrantedApp(system, user, key, clock.now())
    },
    changePassword: (recorder, person, change) => changePassword(context, recorder, person, change),
    ...openOwnFactors(context),
    ...openOwnEmail(context),
  }
}
