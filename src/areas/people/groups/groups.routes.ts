import type { FastifyPluginAsync } from 'fastify'
import { getContactHead } from '#areas/people/contacts/details/contact-head.queries'
import { operations } from '#contract/people/groups'
import { JsonText, serve } from '#kernel/http/serve'
import { expectedVersion, sendVersion } from '#kernel/http/versions'
import { listAnswer, sendNextLink } from '#kernel/listing/answer'
import { inputOfNamedQuery } from '#kernel/listing/input'
import { readListRequest } from '#kernel/listing/request'
import { joinGroup, leaveGroup } from './contact-groups.service.ts'
import { copyGroup, mergeGroup } from './copy-groups.service.ts'
import { addMembers, removeMembers } from './group-members.service.ts'
import { groupListing, groupMemberListing } from './groups.listing.ts'
import { presentAdded, presentGroupOfContact, presentRemoved } from './groups.presenter.ts'
import { listGroupsOfContact, pageOfGroups, pageOfMembers, readGroup } from './groups.queries.ts'
import { deleteGroup, saveGroup } from './groups.service.ts'

/** Groups (lists) of contacts, who is in them and who left. */
export const groups: FastifyPluginAsync = async (app) => {
  serve(app, operations.listGroups, async (request, reply) => {
    const { scope, query } = request
    const asked = readListRequest(groupListing(scope, query.CategoryItemId), inputOfNamedQuery(query))
    const page = await pageOfGroups(scope, asked, query.CategoryItemId)
    sendNextLink(request, reply, page, asked)
    return listAnswer(page, asked, null)
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
    await deleteGroup(request.scope, request.params.groupId, expectedVersion(request))
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
    const asked = readListRequest(groupMemberListing(params.groupId, query.State), inputOfNamedQuery(query))
    const page = await pageOfMembers(scope, params.groupId, query.State, asked)
    sendNextLink(request, reply, page, asked)
    return listAnswer(page, asked, null)
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
    const joined = await joinGroup(scope, params.contactId, params.groupId, body, expectedVersion(request))
    sendVersion(reply, joined.auditId)
    return presentGroupOfContact(joined.answer)
  })

  serve(app, operations.leaveGroup, async (request, reply) => {
    const { scope, params, query } = request
    const { contactId, groupId } = params
    const left = await leaveGroup(scope, contactId, groupId, query, expectedVersion(request))
    sendVersion(reply, left.auditId)
    return {}
  })
}
