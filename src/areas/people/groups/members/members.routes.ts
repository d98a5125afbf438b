import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/people/groups'
import { serve } from '#kernel/http/serve'
import { parseNamedListQuery } from '#kernel/listing/input'
import { sendList } from '#kernel/listing/list-response'
import { requireGroup } from '../groups.queries.ts'
import { memberList } from './members.listing.ts'
import { presentAdded, presentRemoved } from './members.presenter.ts'
import { addGroupMembers, removeGroupMembers } from './members.service.ts'

/** The members of a group, and the contacts that were removed or opted out. */
export const members: FastifyPluginAsync = async (app) => {
  serve(app, operations.listGroupMembers, async (request, reply) => {
    const { scope, params, query } = request
    await requireGroup(scope, params.groupId)
    return sendList(request, reply, memberList(params.groupId, query.State), parseNamedListQuery(query))
  })

  serve(app, operations.addGroupMembers, async ({ scope, params, body }) =>
    presentAdded(await addGroupMembers(scope, params.groupId, body)),
  )

  serve(app, operations.removeGroupMembers, async ({ scope, params, body }) =>
    presentRemoved(await removeGroupMembers(scope, params.groupId, body)),
  )
}
