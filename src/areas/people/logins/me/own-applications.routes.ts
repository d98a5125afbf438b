import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/people/logins-own'
import { notFound } from '#kernel/errors/problem'
import { serve } from '#kernel/http/serve'
import { presentApplication } from './me.presenter.ts'
import { requirePerson } from './person.model.ts'

/** Serves the applications that the caller has allowed to act for it. */
export const ownApplications: FastifyPluginAsync = async (app) => {
  const { identity } = app
  const options = { acceptsMembers: true }

  serve(
    app,
    operations.listOwnApplications,
    async (request) => {
      const { user } = requirePerson(request)
      const found = await identity.own.listApps(user, request.scope.db.tenantId)
      return found.map((one) => presentApplication(one, request.caller?.credential))
    },
    options,
  )

  serve(
    app,
    operations.endOwnApplication,
    async (request) => {
      const { user } = requirePerson(request)
      if (!(await identity.own.endApp(user, request.scope.db.tenantId, request.params.clientId)))
        throw notFound('application')
      await app.credentialsSettled()
      return {}
    },
    options,
  )
}
