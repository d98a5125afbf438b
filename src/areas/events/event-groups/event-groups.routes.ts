import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/events/event-groups'
import { JsonText, serve } from '#kernel/http/serve'
import { serveSave } from '#kernel/http/serve-forms'
import { expectedIfMatch, sendVersion } from '#kernel/http/versions'
import { sendVersionedRow } from '#kernel/listing/list-rows'
import type { GroupRow } from './event-groups.queries.ts'
import { newEventGroup, readGroupOfEvent, readTables } from './event-groups.queries.ts'
import { deleteEventGroup, saveEventGroup, saveEventGroupMembers } from './event-groups.service.ts'

/** Presents a deleted table as it was before. */
const presentDeleted = ({ text }: GroupRow): JsonText =>
  new JsonText(JSON.stringify({ ...JSON.parse(text), IsDeleted: true }))

/** Serves the tables of events. */
export const eventGroups: FastifyPluginAsync = async (app) => {
  serve(
    app,
    operations.getEventTables,
    async ({ scope, params, query }) =>
      new JsonText(await readTables(scope, params.eventid, query.EventSessionId ?? null)),
  )

  serve(app, operations.getEventGroup, async ({ scope, params }, reply) => {
    const eventId = Number(params.eventid)
    const id = Number(params.eventgroupid)
    if (id === 0) return newEventGroup(scope, eventId)
    return sendVersionedRow(reply, await readGroupOfEvent(scope, eventId, id))
  })

  serveSave(app, operations.saveEventGroup, (scope, { params, body, expected }) =>
    saveEventGroup(scope, params.eventgroupid, body, expected),
  )

  serve(app, operations.saveEventGroupMembers, async (request, reply) => {
    const { scope, params, body } = request
    sendVersion(reply, await saveEventGroupMembers(scope, params.eventgroupid, body, expectedIfMatch(request)))
    return {}
  })

  serve(app, operations.deleteEventGroup, async (request) =>
    presentDeleted(await deleteEventGroup(request.scope, request.params.eventgroupid, expectedIfMatch(request))),
  )
}
