import type { FastifyPluginAsync } from 'fastify'
import type { Activity } from '#contract/people/contacts'
import { operations } from '#contract/people/contacts-details'
import { serve } from '#kernel/http/serve'
import { expectedIfMatch, sendVersion } from '#kernel/http/versions'
import { parseNamedListQuery } from '#kernel/listing/input'
import { sendList } from '#kernel/listing/list-response'
import type { ContactActivity } from '#prisma/client'
import { getContactHead } from '../contact-parts.queries.ts'
import { sendVersionOf } from '../contacts.presenter.ts'
import { activityList } from './activities.listing.ts'
import { deleteActivity, saveActivity } from './activities.service.ts'

const presentActivity = (activity: ContactActivity): Activity => ({
  ContactActivityId: activity.id,
  ContactId: activity.contactId,
  ActivityDate: activity.activityDate.toISOString(),
  ActivityTypeId: activity.typeId as Activity['ActivityTypeId'],
  Description: activity.description,
})

export const activities: FastifyPluginAsync = async (app) => {
  serve(app, operations.listContactActivities, async (request, reply) => {
    const { scope, params, query } = request
    sendVersion(reply, (await getContactHead(scope, params.contactId)).auditId)
    const list = activityList(params.contactId, query.ActivityTypeId)
    return sendList(request, reply, list, parseNamedListQuery(query), { hasNextLink: false })
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
