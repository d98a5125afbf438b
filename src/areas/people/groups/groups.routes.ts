import type { FastifyPluginAsync, FastifyReply } from 'fastify'
import { operations } from '#contract/people/groups'
import { JsonText, serve } from '#kernel/http/serve'
import { expectedIfMatch, expectedVersion, sendVersion } from '#kernel/http/versions'
import { parseNamedListQuery } from '#kernel/listing/input'
import { sendList } from '#kernel/listing/list-response'
import { contactGroups } from './contact-groups/contact-groups.routes.ts'
import { groupList } from './groups.listing.ts'
import { getGroup } from './groups.queries.ts'
import { copyGroup, deleteGroup, mergeGroup, saveGroup } from './groups.service.ts'
import type { VersionedGroup } from './groups.sql.ts'
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
    sendGroup(reply, await getGroup(scope, params.groupId)),
  )

  serve(app, operations.saveGroup, async (request, reply) => {
    const { scope, params, body } = request
    return sendGroup(reply, await saveGroup(scope, params.groupId, body, expectedVersion(request, body.AuditId)))
  })

  serve(app, operations.deleteGroup, async (request) => {
    await deleteGroup(request.scope, request.params.groupId, expectedIfMatch(request))
    return {}
  })

  serve(app, operations.copyGroup, async ({ scope, params, body }, reply) =>
    sendGroup(reply, await copyGroup(scope, params.groupId, body)),
  )

  serve(app, operations.mergeGroup, (request) => {
    const { scope, params, body } = request
    return mergeGroup(scope, params.groupId, body, expectedVersion(request, body.AuditId))
  })
}

const sendGroup = (reply: FastifyReply, { text, auditId }: VersionedGroup): JsonText => {
  sendVersion(reply, auditId)
  return new JsonText(text)
}
