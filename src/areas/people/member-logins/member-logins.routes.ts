import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/people/member-logins'
import { serve } from '#kernel/http/serve'
import { expectedIfMatch, expectedVersion, sendVersion } from '#kernel/http/versions'
import { parseNamedListQuery } from '#kernel/listing/input'
import { sendList } from '#kernel/listing/list-response'
import { sendRow } from '#kernel/listing/list-rows'
import type { Scope } from '#kernel/tenancy/scope'
import { memberLoginList } from './member-logins.listing.ts'
import { getMemberLoginVersion } from './member-logins.queries.ts'
import {
  changeMemberLogin,
  createMemberLogin,
  deleteMemberLogin,
  inviteMember,
  signOutMember,
} from './member-logins.service.ts'
import { self } from './self/self.routes.ts'

/** Logins of members, managed by staff, and the signed-in member. */
export const memberLogins: FastifyPluginAsync = async (app) => {
  const sendLogin = (scope: Scope, id: number) => sendRow(scope, memberLoginList(scope), id, 'member login')

  serve(app, operations.listMemberLogins, (request, reply) =>
    sendList(request, reply, memberLoginList(request.scope), parseNamedListQuery(request.query)),
  )

  serve(app, operations.getMemberLogin, async ({ scope, params }, reply) => {
    sendVersion(reply, await getMemberLoginVersion(scope, params.memberLoginId))
    return sendLogin(scope, params.memberLoginId)
  })

  serve(app, operations.saveMemberLogin, async (request, reply) => {
    const { scope, params, body } = request
    const { memberLoginId: id } = params
    const saved =
      id === 0
        ? await createMemberLogin(scope, body)
        : await changeMemberLogin(scope, id, body, expectedVersion(request, body.AuditId))
    await app.credentialsSettled()
    sendVersion(reply, saved.auditId)
    return sendLogin(scope, saved.id)
  })

  serve(app, operations.inviteMember, async (request, reply) => {
    const { id, auditId } = await inviteMember(request.scope, request.params.memberLoginId, expectedIfMatch(request))
    sendVersion(reply, auditId)
    return sendLogin(request.scope, id)
  })

  serve(app, operations.signOutMember, async (request, reply) => {
    const { id, auditId } = await signOutMember(request.scope, request.params.memberLoginId, expectedIfMatch(request))
    await app.credentialsSettled()
    sendVersion(reply, auditId)
    return sendLogin(request.scope, id)
  })

  serve(app, operations.deleteMemberLogin, async (request) => {
    await deleteMemberLogin(request.scope, request.params.memberLoginId, expectedIfMatch(request))
    await app.credentialsSettled()
    return {}
  })

  await app.register(self)
}
