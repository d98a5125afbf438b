import type { FastifyInstance } from 'fastify'
import { operations } from '#contract/people/contacts-details'
import { serve } from '#kernel/http/serve'
import { expectedIfMatch } from '#kernel/http/versions'
import { gone, withVersion } from '../contact-parts.ts'
import { presentPage } from '../contact-parts-page.ts'
import { presentActivity } from './activities.presenter.ts'
import { listActivities } from './activities.queries.ts'
import { deleteActivity, saveActivity } from './activities.service.ts'

export const activityRoutes = (app: FastifyInstance): void => {
  serve(app, operations.listContactActivities, async ({ scope, params, query }, reply) => {
    const page = { take: query.Take, skip: query.Skip, typeId: query.ActivityTypeId }
    return withVersion(reply, await listActivities(scope, params.contactId, page), presentPage(presentActivity))
  })

  serve(app, operations.saveContactActivity, async (request, reply) => {
    const { scope, params, body } = request
    return withVersion(
      reply,
      await saveActivity(scope, params.contactId, params.activityId, body, expectedIfMatch(request)),
      presentActivity,
    )
  })

  serve(app, operations.deleteContactActivity, async (request, reply) => {
    const { scope, params } = request
    return withVersion(
      reply,
      await deleteActivity(scope, params.contactId, params.activityId, expectedIfMatch(request)),
      gone,
    )
  })
}
