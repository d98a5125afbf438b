import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/people/member-logins'
import { serve } from '#kernel/http/serve'
import { expectedIfMatch, expectedVersion } from '#kernel/http/versions'
import { parseNamedListQuery } from '#kernel/listing/input'
import { sendList } from '#kernel/listing/list-response'
import { sendVersionedRow } from '#kernel/listing/list-rows'
import { memberLoginList } from './member-logins.listing.ts'
import { readMemberLogin } from './member-logins.queries.ts'
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
  serve(app, operations.listMemberLogins, (request, reply) =>
    sendList(request, reply, memberLoginList(request.scope), parseNamedListQuery(request.query)),
  )

  serve(app, operations.getMemberLogin, async ({ scope, params }, reply) =>
    sendVersionedRow(reply, await readMemberLogin(scope, params.memberLoginId)),
  )

  serve(app, operations.saveMemberLogin, async (request, reply) => {
    const { scope, params, body } = request
    const { memberLoginId: id } = params
    const saved =
      id === 0
        ? await createMemberLogin(scope, body)
        : await changeMemberLogin(scope, id, body, expectedVersion(request, body.AuditId))
    await app.credentialsSettled()
    return sendVersionedRow(reply, saved)
  })

  serve(app, operations.inviteMember, async (request, reply) => {
    const { scope, params } = request
    return sendVersionedRow(reply, await inviteMember(scope, params.memberLoginId, expectedIfMatch(request)))
  })

  serve(app, operations.signOutMember, async (request, reply) => {
    const login = await signOutMember(request.scope, request.params.memberLoginId, expectedIfMatch(request))
    await app.credentialsSettled()
    return sendVersionedRow(reply, login)
  })

  serve(app, operations.deleteMemberLogin, async (request) => {
    await deleteMemberLogin(request.scope, request.params.memberLoginId, expectedIfMatch(request))
    await app.credentialsSettled()
    return {}
  })

  await app.register(self)
}
