import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/people/logins'
import { serve } from '#kernel/http/serve'
import { presentSeat } from './seats.presenter.ts'

/** The seats of a tenant: the logins of staff that have access to it. */
export const seats: FastifyPluginAsync = async (app) => {
  const { identity } = app

  serve(app, operations.listSeats, async ({ scope }) => (await identity.listSeats(scope.db.tenantId)).map(presentSeat))

  serve(app, operations.removeSeat, async ({ scope, params }) => {
    await identity.removeSeat(scope, params.loginId)
    await app.credentialsSettled()
    return {}
  })

  serve(app, operations.resetSeatPassword, async ({ scope, params }) => {
    await identity.mailSeatReset(scope, params.loginId)
    return {}
  })

  serve(app, operations.resetSecondFactor, async ({ scope, params }) => {
    await identity.resetSeatFactors(scope, params.loginId)
    await app.credentialsSettled()
    return {}
  })

  serve(app, operations.disableLogin, async ({ scope, params }) => {
    await identity.setSeatDisabled(scope, params.loginId, true)
    await app.credentialsSettled()
    return {}
  })

  serve(app, operations.enableLogin, async ({ scope, params }) => {
    await identity.setSeatDisabled(scope, params.loginId, false)
    await app.credentialsSettled()
    return {}
  })
}
