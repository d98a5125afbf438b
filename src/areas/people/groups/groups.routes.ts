import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/people/groups'
import { serve } from '#kernel/http/serve'
import { expectedIfMatch, expectedVersion } from '#kernel/http/versions'
import { parseNamedListQuery } from '#kernel/listing/input'
import { sendList } from '#kernel/listing/list-response'
import { sendVersionedRow } from '#kernel/listing/list-rows'
import { contactGroups } from './contact-groups/contact-groups.routes.ts'
import { groupList } from './groups.listing.ts'
import { getGroup } from './groups.queries.ts'
import { copyGroup, deleteGroup, mergeGroup, saveGroup } from './groups.service.ts'
import { members } from './members/members.routes.ts'

/** Groups of contacts. */
export const groups: FastifyPluginAsync = async (app) => {
  await app.register(members)
  await app.register(contactGroups)

  serve(app, operations.listGroups, (request, reply) => {
    const { scope, query } = request
    return sendList(request, reply, groupList(scope, query.CategoryItemId), parseNamedListQuery(query))
  })

  serve(app, operations.getGroup, async ({ scope, params }, reply) =>
    sendVersionedRow(reply, await getGroup(scope, params.groupId)),
  )

  serve(app, operations.saveGroup, async (request, reply) => {
    const { scope, params, body } = request
    return sendVersionedRow(reply, await saveGroup(scope, params.groupId, body, expectedVersion(request, body.AuditId)))
  })

  serve(app, operations.deleteGroup, async (request) => {
    await deleteGroup(request.scope, request.params.groupId, expectedIfMatch(request))
    return {}
  })

  serve(app, operations.copyGroup, async ({ scope, params, body }, reply) =>
    sendVersionedRow(reply, await copyGroup(scope, params.groupId, body)),
  )

  serve(app, operations.mergeGroup, (request) => {
    const { scope, params, body } = request
    return mergeGroup(scope, params.groupId, body, expectedVersion(request, body.AuditId))
  })
}
