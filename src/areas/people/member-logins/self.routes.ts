import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/people/member-logins'
import { serve } from '#kernel/http/serve'
import { getSelf } from './member-logins.queries.ts'
import { signOutSelf } from './member-logins.service.ts'

/** Serves the signed-in member. */
export const self: FastifyPluginAsync = async (app) => {
  serve(app, operations.getSelf, ({ scope }) => getSelf(scope))

  serve(app, operations.signOutSelf, async ({ scope }) => {
    await signOutSelf(scope)
    await app.credentialsSettled()
    return {}
  })
}
