import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/people/logins-own'
import { notFound } from '#kernel/errors/problem'
import { serve } from '#kernel/http/serve'
import { presentSession } from './me.presenter.ts'
import { requirePerson } from './person.model.ts'

/** Serves the own sessions in browsers. */
export const ownSessions: FastifyPluginAsync = async (app) => {
  const { identity } = app
  const options = { acceptsMembers: true }

  serve(
    app,
    operations.listOwnSessions,
    async (request) => (await identity.own.listSessions(requirePerson(request).user)).map(presentSession),
    options,
  )

  serve(
    app,
    operations.endOwnSessions,
    async (request) => {
      await identity.own.endSessions(requirePerson(request).user)
      return {}
    },
    options,
  )

  serve(
    app,
    operations.endOwnSession,
    async (request) => {
      const { user } = requirePerson(request)
      if (!(await identity.own.endSession(user, request.params.sessionId))) throw notFound('session')
      return {}
    },
    options,
  )
}
