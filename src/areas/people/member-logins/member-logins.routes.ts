import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/people/member-logins'
import { serve } from '#kernel/http/serve'
import { serveList, serveRow, serveSave } from '#kernel/http/serve-forms'
import { expectedIfMatch, expectedVersion } from '#kernel/http/versions'
import { parseNamedListQuery } from '#kernel/listing/input'
import { sendVersionedRow } from '#kernel/listing/list-rows'
import { memberLoginList } from './member-logins.listing.ts'
import { getSelf, readMemberLogin } from './member-logins.queries.ts'
import {
  changeMemberLogin,
  createMemberLogin,
  deleteMemberLogin,
  inviteMember,
  signOutMember,
  signOutSelf,
} from './member-logins.service.ts'

/** Serves the signed-in member. */
const self: FastifyPluginAsync = async (app) => {
  serve(app, operations.getSelf, ({ scope }) => getSelf(scope))

  serve(app, operations.signOutSelf, async ({ scope }) => {
    await signOutSelf(scope)
    await app.credentialsSettled()
    return {}
  })
}

/** Serves logins of members, managed by staff, and the signed-in member. */
export const memberLogins: FastifyPluginAsync = async (app) => {
  serveList(app, operations.listMemberLogins, memberLoginList, parseNamedListQuery)

  serveRow(app, operations.getMemberLogin, (scope, { params }) => readMemberLogin(scope, params.memberLoginId))

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

  serveSave(app, operations.inviteMember, (scope, { params, expected }) =>
    inviteMember(scope, params.memberLoginId, expected),
  )

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
