import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/people/logins'
import { operations as ofOwnLogin } from '#contract/people/logins-own'
import { serve } from '#kernel/http/serve'
import { presentCaller } from './me.presenter.ts'
import { describeCaller } from './me.queries.ts'
import { ownApplications, ownEmailAddress, ownSecondFactors, ownSessions } from './own-login.routes.ts'
import { requirePerson } from './person.model.ts'

/** Serves the caller of a request, and its own login. */
export const me: FastifyPluginAsync = async (app) => {
  serve(
    app,
    operations.getMe,
    async ({ scope, caller }) => {
      if (!caller) throw new Error('The route is not public')
      return presentCaller(scope, caller.credential, await describeCaller(scope, caller.credential, app.identity))
    },
    { acceptsMembers: true },
  )

  serve(
    app,
    ofOwnLogin.changeOwnPassword,
    async (request) => {
      const { scope, body } = request
      const change = { current: body.CurrentPassword, next: body.NewPassword, code: body.Code ?? undefined }
      await app.identity.own.changePassword(scope, requirePerson(request), change)
      await app.credentialsSettled()
      return {}
    },
    { acceptsMembers: true },
  )

  await app.register(ownEmailAddress)
  await app.register(ownSessions)
  await app.register(ownApplications)
  await app.register(ownSecondFactors)
}
