import type { FastifyPluginAsync } from 'fastify'
import { operations } from '../../../../contract/people/contacts-saving.ts'
import { serve } from '../../../../kernel/http/serve.ts'
import { sendVersion } from '../../../../kernel/http/versions.ts'
import { mergeContacts } from './merge-contacts.service.ts'

/** Making one contact of two. */
export const contactMerging: FastifyPluginAsync = async (app) => {
  serve(app, operations.mergeContacts, async ({ scope, body }, reply) => {
    const merged = await mergeContacts(scope, body)
    sendVersion(reply, merged.AuditId)
    return merged
  })
}
