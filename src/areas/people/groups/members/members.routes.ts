import type { FastifyPluginAsync } from 'fastify'
import type { GroupMembersAdded, GroupMembersRemoved } from '#contract/people/groups'
import { operations } from '#contract/people/groups'
import { serve } from '#kernel/http/serve'
import { parseNamedListQuery } from '#kernel/listing/input'
import { sendList } from '#kernel/listing/list-response'
import { requireGroup } from '../groups.queries.ts'
import { memberList } from './members.listing.ts'
import { addGroupMembers, removeGroupMembers } from './members.service.ts'

const presentAdded = (results: NonNullable<GroupMembersAdded['Results']>): GroupMembersAdded => ({
  Added: results.filter(({ Result }) => Result === 'added').length,
  AlreadyMembers: results.filter(({ Result }) => Result === 'alreadymember').length,
  OptedOut: results.filter(({ Result }) => Result === 'optedout').length,
  Results: results,
})

const presentRemoved = (results: NonNullable<GroupMembersRemoved['Results']>): GroupMembersRemoved => ({
  Removed: results.filter(({ Result }) => Result === 'removed').length,
  NotMembers: results.filter(({ Result }) => Result === 'notmember').length,
  Results: results,
})

/** Serves the members of a group, and the contacts that were removed or opted out. */
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
