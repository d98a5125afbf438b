import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/people/contacts-details'
import { serve } from '#kernel/http/serve'
import { presentList } from '#kernel/listing/list-response'
import { sendVersionOf } from '../contact-parts.presenter.ts'
import { presentActing } from './acting-contacts.presenter.ts'
import { listActedForBy, listActsFor } from './acting-contacts.queries.ts'

/** Rights of contacts to act for other contacts. */
export const actingContacts: FastifyPluginAsync = async (app) => {
  serve(app, operations.listContactActsFor, async ({ scope, params, query }, reply) => {
    const page = { take: query.Take, skip: query.Skip }
    return presentList(sendVersionOf(reply, await listActsFor(scope, params.contactId, page)), presentActing)
  })

  serve(app, operations.listContactActedForBy, async ({ scope, params, query }, reply) => {
    const page = { take: query.Take, skip: query.Skip }
    return presentList(sendVersionOf(reply, await listActedForBy(scope, params.contactId, page)), presentActing)
  })
}
