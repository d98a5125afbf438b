import type { FastifyInstance } from 'fastify'
import { operations } from '#contract/people/contacts-details'
import { serve } from '#kernel/http/serve'
import { expectedIfMatch } from '#kernel/http/versions'
import { each, gone, withVersion } from '../contact-parts.ts'
import { presentDesignation } from './designations.presenter.ts'
import { deleteDesignation, listDesignations, saveDesignation } from './designations.service.ts'

export const designationRoutes = (app: FastifyInstance): void => {
  serve(app, operations.listContactDesignations, async ({ scope, params }, reply) =>
    withVersion(reply, await listDesignations(scope, params.contactId), each(presentDesignation)),
  )

  serve(app, operations.saveContactDesignation, async (request, reply) => {
    const { scope, params, body } = request
    return withVersion(
      reply,
      await saveDesignation(scope, params.contactId, params.designationId, body, expectedIfMatch(request)),
      presentDesignation,
    )
  })

  serve(app, operations.deleteContactDesignation, async (request, reply) => {
    const { scope, params } = request
    return withVersion(
      reply,
      await deleteDesignation(scope, params.contactId, params.designationId, expectedIfMatch(request)),
      gone,
    )
  })
}
