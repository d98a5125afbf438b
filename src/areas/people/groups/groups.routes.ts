import type { FastifyPluginAsync } from 'fastify'
import { operations } from '../../../contract/people/groups.ts'
import { serve } from '../../../kernel/http/serve.ts'
import { expectedVersion, sendVersion } from '../../../kernel/http/versions.ts'
import { getContactHead } from '../contacts/details/contact-head.queries.ts'
import { joinGroup, leaveGroup } from './contact-groups.service.ts'
import { addMembers } from './group-members.service.ts'
import { presentGroup, presentGroupOfContact, presentMember, presentPage } from './groups.presenter.ts'
import { getGroup, listGroups, listGroupsOfContact, listMembers } from './groups.queries.ts'
import { deleteGroup, saveGroup } from './groups.service.ts'

/** Groups (lists) of contacts, who is in them and who left. */
export const groups: FastifyPluginAsync = async (app) => {
  serve(app, operations.listGroups, async ({ scope, query }) => {
    const { total, rows } = await listGroups(scope, { take: query.Take, skip: query.Skip, criteria: query.Criteria })
    const shown = rows.map((group) => presentGroup(scope, group))
    return presentPage(total, shown, query.Criteria ?? null)
  })

  serve(app, operations.getGroup, async ({ scope, params }, reply) => {
    const group = await getGroup(scope, params.groupId)
    sendVersion(reply, group.auditId)
    return presentGroup(scope, group)
  })

  serve(app, operations.saveGroup, async (request, reply) => {
    const { scope, params, body } = request
    const group = await saveGroup(scope, params.groupId, body, expectedVersion(request, body.AuditId))
    sendVersion(reply, group.auditId)
    return presentGroup(scope, group)
  })

  serve(app, operations.deleteGroup, async (request) => {
    await deleteGroup(request.scope, request.params.groupId, expectedVersion(request))
    return {}
  })

  serve(app, operations.listGroupMembers, async ({ scope, params, query }) => {
    const page = { take: query.Take, skip: query.Skip, state: query.State }
    const { total, rows } = await listMembers(scope, params.groupId, page)
    return presentPage(total, rows.map(presentMember), null)
  })

  serve(app, operations.addGroupMembers, ({ scope, params, body }) => addMembers(scope, params.groupId, body))

  serve(app, operations.listContactGroups, async ({ scope, params }, reply) => {
    const { auditId } = await getContactHead(scope, params.contactId)
    sendVersion(reply, auditId)
    return (await listGroupsOfContact(scope, params.contactId)).map(presentGroupOfContact)
  })

  serve(app, operations.joinGroup, async (request, reply) => {
    const { scope, params, body } = request
    const joined = await joinGroup(scope, params.contactId, params.groupId, body, expectedVersion(request))
    sendVersion(reply, joined.auditId)
    return presentGroupOfContact(joined.answer)
  })

  serve(app, operations.leaveGroup, async (request, reply) => {
    const { scope, params, query } = request
    const { contactId, groupId } = params
    const left = await leaveGroup(scope, contactId, groupId, query.isOptOut, expectedVersion(request))
    sendVersion(reply, left.auditId)
    return {}
  })
}
