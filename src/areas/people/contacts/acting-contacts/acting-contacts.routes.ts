import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/people/contacts-details'
import { serve } from '#kernel/http/serve'
import { sendVersion } from '#kernel/http/versions'
import { parseNamedListQuery } from '#kernel/listing/input'
import { sendList } from '#kernel/listing/list-response'
import { getContactHead } from '../contact-parts.queries.ts'
import { actingList } from './acting-contacts.listing.ts'
import { actedForByRows, actsForRows } from './acting-contacts.sql.ts'

/** Serves rights of contacts to act for other contacts. */
export const actingContacts: FastifyPluginAsync = async (app) => {
  serve(app, operations.listContactActsFor, async (request, reply) => {
    const { scope, params, query } = request
    sendVersion(reply, (await getContactHead(scope, params.contactId)).auditId)
    const list = actingList(actsForRows(scope, params.contactId))
    return sendList(request, reply, list, parseNamedListQuery(query), { hasNextLink: false })
  })

  serve(app, operations.listContactActedForBy, async (request, reply) => {
    const { scope, params, query } = request
    sendVersion(reply, (await getContactHead(scope, params.contactId)).auditId)
    const list = actingList(actedForByRows(scope, params.contactId))
    return sendList(request, reply, list, parseNamedListQuery(query), { hasNextLink: false })
  })
}
