import type { FastifyPluginAsync } from 'fastify'
import { getContactHead } from '#areas/people/contacts/contact-parts.queries'
import type { ContactGroupState } from '#contract/people/groups'
import { operations } from '#contract/people/groups'
import { serve } from '#kernel/http/serve'
import { expectedIfMatch, sendVersion } from '#kernel/http/versions'
import { joinGroup, leaveGroup, listGroupsOfContact } from './contact-groups.service.ts'
import type { GroupOfContact } from './groups.sql.ts'

const presentGroupOfContact = (group: GroupOfContact): ContactGroupState => {
  const isMember = group.state === 'member'
  return {
    ContactGroupId: group.memberId ?? 0,
    ContactGroupAuditId: group.memberAuditId ?? 0,
    GroupId: group.groupId,
    Name: group.name,
    State: group.state,
    ChangedDate: group.changedAt?.toISOString() ?? null,
    DisallowOptIn: group.disallowOptIn,
    DisallowOptOut: group.disallowOptOut,
    MayJoin: !isMember && !group.disallowOptIn,
    MayLeave: isMember && !group.disallowOptOut,
    MayView: isMember && group.isMemberViewable,
  }
}

export const contactGroups: FastifyPluginAsync = async (app) => {
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
