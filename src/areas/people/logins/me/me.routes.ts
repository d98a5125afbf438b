import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/people/logins'
import { serve } from '#kernel/http/serve'
import { presentCaller } from './me.presenter.ts'
import { describeCaller } from './me.queries.ts'

/** The caller of a request. */
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
}
