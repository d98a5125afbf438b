import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/people/unmatched'
import { serve } from '#kernel/http/serve'
import { serveList } from '#kernel/http/serve-forms'
import { expectedVersion, sendVersion } from '#kernel/http/versions'
import { parseNamedListQuery } from '#kernel/listing/input'
import { unmatchedList } from './unmatched.listing.ts'
import { planMatches, readUnmatchedPerson, reportOf } from './unmatched.queries.ts'
import { matchPeople, matchUnmatchedPerson } from './unmatched.service.ts'

/** Serves people that registered or bought, and match no contact yet. */
export const unmatchedPeople: FastifyPluginAsync = async (app) => {
  serveList(app, operations.listUnmatchedPeople, unmatchedList, parseNamedListQuery)

  serve(app, operations.getUnmatchedPerson, async ({ scope, params }, reply) => {
    const matches = await readUnmatchedPerson(scope, params.personId)
    sendVersion(reply, matches.Person.AuditId)
    return matches
  })

  serve(app, operations.matchUnmatchedPerson, async (request, reply) => {
    const { scope, params, body } = request
    const expected = expectedVersion(request, body.AuditId)
    const { result, deletedLoginId } = await matchUnmatchedPerson(scope, params.personId, body, expected)
    if (deletedLoginId) await app.credentialsSettled()
    sendVersion(reply, result.AuditId)
    return result
  })

  serve(app, operations.previewUnmatchedMatches, async ({ scope, body }) => reportOf(await planMatches(scope, body)))

  serve(app, operations.matchUnmatchedPeople, async ({ scope, body }) => {
    const { report, hasDeletedLogin } = await matchPeople(scope, body)
    if (hasDeletedLogin) await app.credentialsSettled()
    return report
  })
}
