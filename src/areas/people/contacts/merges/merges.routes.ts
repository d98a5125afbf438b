import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/people/contacts-saving'
import { serve } from '#kernel/http/serve'
import { sendVersion } from '#kernel/http/versions'
import { mergeContacts } from './merges.service.ts'

export const merges: FastifyPluginAsync = async (app) => {
  serve(app, operations.mergeContacts, async ({ scope, body }, reply) => {
    const merged = await mergeContacts(scope, body)
    if (merged.DeletedMemberLoginId) await app.credentialsSettled()
    sendVersion(reply, merged.AuditId)
    return merged
  })
}
