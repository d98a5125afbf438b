import type { FastifyPluginAsync } from 'fastify'
import { getContactHead } from '#areas/people/contacts/contact-parts.queries'
import { operations } from '#contract/people/groups'
import { JsonText, serve } from '#kernel/http/serve'
import { expectedIfMatch, expectedVersion, sendVersion } from '#kernel/http/versions'
import { parseNamedListQuery } from '#kernel/listing/input'
import { sendList } from '#kernel/listing/list-response'
import { joinGroup, leaveGroup } from './contact-groups.service.ts'
import { copyGroup, mergeGroup } from './copy-groups.service.ts'
import { addMembers, removeMembers } from './group-members.service.ts'
import { presentAdded, presentGroupOfContact, presentRemoved } from './groups.presenter.ts'
import { assertGroup, groupList, groupMemberList, listGroupsOfContact, readGroup } from './groups.queries.ts'
import { deleteGroup, saveGroup } from './groups.service.ts'

/** Groups (lists) of contacts, who is in them and who left. */
export const groups: FastifyPluginAsync = async (app) => {
  serve(app, operations.listGroups, (request, reply) => {
    const { scope, query } = request
    return sendList(request, reply, groupList(scope, query.CategoryItemId), parseNamedListQuery(query))
  })

  serve(app, operations.getGroup, async ({ scope, params }, reply) => {
    const group = await readGroup(scope, params.groupId)
    sendVersion(reply, group.auditId)
    return new JsonText(group.text)
  })

  serve(app, operations.saveGroup, async (request, reply) => {
    const { scope, params, body } = request
    const group = await saveGroup(scope, params.groupId, body, expectedVersion(request, body.AuditId))
    sendVersion(reply, group.auditId)
    return new JsonText(group.text)
  })

  serve(app, operations.deleteGroup, async (request) => {
    await deleteGroup(request.scope, request.params.groupId, expectedIfMatch(request))
    return {}
  })

  serve(app, operations.copyGroup, async ({ scope, params, body }, reply) => {
    const group = await copyGroup(scope, params.groupId, body)
    sendVersion(reply, group.auditId)
    return new JsonText(group.text)
  })

  serve(app, operations.mergeGroup, (request) => {
    const { scope, params, body } = request
    return mergeGroup(scope, params.groupId, body, expectedVersion(request, body.AuditId))
  })

  serve(app, operations.listGroupMembers, async (request, reply) => {
    const { scope, params, query } = request
    await assertGroup(scope, params.groupId)
    return sendList(request, reply, groupMemberList(params.groupId, query.State), parseNamedListQuery(query))
  })

  serve(app, operations.addGroupMembers, async ({ scope, params, body }) =>
    presentAdded(await addMembers(scope, params.groupId, body)),
  )

  serve(app, operations.removeGroupMembers, async ({ scope, params, body }) =>
    presentRemoved(await removeMembers(scope, params.groupId, body)),
  )

  serve(app, operations.listContactGroups, async ({ scope, params }, reply) => {
    const { auditId } = await getContactHead(scope, params.contactId)
    sendVersion(reply, auditId)
    return (await listGroupsOfContact(scope, params.contactId)).map(presentGroupOfContact)
  })

  serve(app, operations.joinGroup, async (request, reply) => {
    const { scope, params, body } = request
    const joined = await joinGroup(scope, params.contactId, params.groupId, body, expectedIfMatch(request))
    sendVersion(reply, joined.auditId)
    return presentGroupOfContact(joined.result)
  })

  serve(app, operations.leaveGroup, async (request, reply) => {
    const { scope, params, query } = request
    const { contactId, groupId } = params
    const left = await leaveGroup(scope, contactId, groupId, query, expectedIfMatch(request))
    sendVersion(reply, left.auditId)
    return {}
  })
}
