import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/people/logins-seats'
import { PLATFORM_SCOPE } from '#kernel/contract/scopes'
import { serve } from '#kernel/http/serve'
import { serveAction } from '#kernel/http/serve-forms'
import { presentApplication, presentSession } from '../me/me.presenter.ts'

/** Serves what administrators see and end of the logins of seats: sessions, and applications in the tenant. */
export const seatAccess: FastifyPluginAsync = async (app) => {
  const { identity } = app

  serve(app, operations.listRoles, async ({ scope }) =>
    (await identity.seats.listRoles(scope.db.tenantId)).map(({ name, scopes, isChapterLimited }) => ({
      RoleName: name,
      Scopes: scopes,
      IsChapterLimited: isChapterLimited,
    })),
  )

  serve(app, operations.listSeatSessions, async ({ scope, params }) => {
    const found = await identity.seats.listSessions(scope, params.loginId)
    // It can be the address of a home.
    const isShown = scope.grants.has(PLATFORM_SCOPE)
    return found.map((session) => presentSession(isShown ? session : { ...session, address: null }))
  })

  serveAction(app, operations.endSeatSession, (scope, { params }) =>
    identity.seats.endSession(scope, params.loginId, params.sessionId),
  )

  serve(app, operations.signOutSeat, async ({ scope, params }) => {
    await identity.seats.signOut(scope, params.loginId)
    await app.credentialsSettled()
    return {}
  })

  serve(app, operations.listSeatApplications, async ({ scope, caller, params }) => {
    const found = await identity.seats.listApps(scope, params.loginId)
    return found.map((one) => presentApplication(one, caller?.credential))
  })

  serve(app, operations.endSeatApplication, async ({ scope, params }) => {
    await identity.seats.endApp(scope, params.loginId, params.clientId)
    await app.credentialsSettled()
    return {}
  })
}
