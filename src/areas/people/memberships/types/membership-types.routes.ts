import type { FastifyPluginAsync } from 'fastify'
import { MEMBERSHIP_TYPE_OBJECT_TYPES } from '#areas/people/custom-fields/values/fields.queries'
import { addCustomFields } from '#areas/people/custom-fields/values/values.queries'
import { operations } from '#contract/people/memberships'
import { serve } from '#kernel/http/serve'
import { serveDelete, serveRow, serveSave } from '#kernel/http/serve-forms'
import { expectedVersion, sendVersion } from '#kernel/http/versions'
import { parseNamedListQuery } from '#kernel/listing/input'
import { sendRows } from '#kernel/listing/list-rows'
import { PAGE } from '#kernel/listing/request'
import { deleteLevel, saveLevel } from './membership-levels.service.ts'
import { membershipTypeList, membershipTypeListing } from './membership-types.listing.ts'
import { presentLevel, presentLevelChoices, presentTypeChoices } from './membership-types.presenter.ts'
import { getLevel, listActiveTypes, listLevels, listUsedLevels, readType } from './membership-types.queries.ts'
import { deleteType, saveType } from './membership-types.service.ts'

/** Serves membership types and their levels. */
export const membershipTypes: FastifyPluginAsync = async (app) => {
  serve(app, operations.listMembershipTypes, async ({ scope, query }) => {
    const input = { ...parseNamedListQuery(query), take: { text: String(PAGE.max), pointer: '' } }
    const listing = await addCustomFields(scope.db, membershipTypeListing, input, MEMBERSHIP_TYPE_OBJECT_TYPES)
    return sendRows(scope, membershipTypeList(scope, listing), input)
  })

  serve(app, operations.lookupMembershipTypes, async ({ scope }) => presentTypeChoices(await listActiveTypes(scope)))

  serveRow(app, operations.getMembershipType, (scope, { params }) => readType(scope, params.membershiptypeid))

  serveSave(app, operations.saveMembershipType, (scope, { params, body, expected }) =>
    saveType(scope, params.membershiptypeid, body, expected),
  )

  serveDelete(app, operations.deleteMembershipType, (scope, { params, expected }) =>
    deleteType(scope, params.membershiptypeid, expected),
  )

  serve(app, operations.listMembershipLevels, async ({ scope, params }) => {
    const levels = await listLevels(scope, params.membershiptypeid)
    const used = await listUsedLevels(scope, levels)
    return levels.map((level) => presentLevel(scope, level, used))
  })

  serve(app, operations.lookupMembershipLevels, async ({ scope, params }) =>
    presentLevelChoices(await listLevels(scope, params.membershiptypeid, true)),
  )

  serve(app, operations.getMembershipLevel, async ({ scope, params }, reply) => {
    const level = await getLevel(scope, params.membershiptypeid, params.membershiplevelid)
    sendVersion(reply, level.auditId)
    return presentLevel(scope, level, await listUsedLevels(scope, [level]))
  })

  serve(app, operations.saveMembershipLevel, async (request, reply) => {
    const { scope, params, body } = request
    const { membershiptypeid: typeId, membershiplevelid: id } = params
    const level = await saveLevel(scope, typeId, id, body, expectedVersion(request, body.AuditId))
    sendVersion(reply, level.auditId)
    return presentLevel(scope, level, await listUsedLevels(scope, [level]))
  })

  serveDelete(app, operations.deleteMembershipLevel, (scope, { params, expected }) =>
    deleteLevel(scope, params.membershiptypeid, params.membershiplevelid, expected),
  )
}
