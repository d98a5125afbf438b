import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/people/contacts-details'
import { serve } from '#kernel/http/serve'
import { expectedIfMatch } from '#kernel/http/versions'
import { presentList } from '#kernel/listing/list-response'
import { sendVersionOf } from '../contact-parts.presenter.ts'
import { presentActivity } from './activities.presenter.ts'
import { listActivities } from './activities.queries.ts'
import { deleteActivity, saveActivity } from './activities.service.ts'

export const activities: FastifyPluginAsync = async (app) => {
  serve(app, operations.listContactActivities, async ({ scope, params, query }, reply) => {
    const page = { take: query.Take, skip: query.Skip, typeId: query.ActivityTypeId }
    return presentList(sendVersionOf(reply, await listActivities(scope, params.contactId, page)), presentActivity)
  })

  serve(app, operations.saveContactActivity, async (request, reply) => {
    const { scope, params, body } = request
    const saved = await saveActivity(scope, params.contactId, params.activityId, body, expectedIfMatch(request))
    return presentActivity(sendVersionOf(reply, saved))
  })

  serve(app, operations.deleteContactActivity, async (request, reply) => {
    const { scope, params } = request
    sendVersionOf(reply, await deleteActivity(scope, params.contactId, params.activityId, expectedIfMatch(request)))
    return {}
  })
}
