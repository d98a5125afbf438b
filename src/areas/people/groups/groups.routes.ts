import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/people/groups'
import { serve } from '#kernel/http/serve'
import { serveDelete, serveList, serveRow, serveSave } from '#kernel/http/serve-forms'
import { expectedVersion } from '#kernel/http/versions'
import { parseNamedListQuery } from '#kernel/listing/input'
import { contactGroups } from './contact-groups.routes.ts'
import { groupList } from './groups.listing.ts'
import { getGroup } from './groups.queries.ts'
import { copyGroup, deleteGroup, mergeGroup, saveGroup } from './groups.service.ts'
import { members } from './members/members.routes.ts'

export const groups: FastifyPluginAsync = async (app) => {
  await app.register(members)
  await app.register(contactGroups)

  serveList(
    app,
    operations.listGroups,
    (scope, { query }) => groupList(scope, query.CategoryItemId),
    parseNamedListQuery,
  )

  serveRow(app, operations.getGroup, (scope, { params }) => getGroup(scope, params.groupId))

  serveSave(app, operations.saveGroup, (scope, { params, body, expected }) =>
    saveGroup(scope, params.groupId, body, expected),
  )

  serveDelete(app, operations.deleteGroup, (scope, { params, expected }) =>
    deleteGroup(scope, params.groupId, expected),
  )

  serveRow(app, operations.copyGroup, (scope, { params, body }) => copyGroup(scope, params.groupId, body))

  serve(app, operations.mergeGroup, (request) => {
    const { scope, params, body } = request
    return mergeGroup(scope, params.groupId, body, expectedVersion(request, body.AuditId))
  })
}
