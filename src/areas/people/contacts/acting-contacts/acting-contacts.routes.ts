import type { FastifyInstance } from 'fastify'
import { operations } from '#contract/people/contacts-details'
import { serve } from '#kernel/http/serve'
import { withVersion } from '../contact-parts.ts'
import { presentPage } from '../contact-parts-page.ts'
import { presentActing } from './acting-contacts.presenter.ts'
import { listActedForBy, listActsFor } from './acting-contacts.queries.ts'

/** Who may act for whom. */
export const actingRoutes = (app: FastifyInstance): void => {
  serve(app, operations.listContactActsFor, async ({ scope, params, query }, reply) => {
    const page = { take: query.Take, skip: query.Skip }
    return withVersion(reply, await listActsFor(scope, params.contactId, page), presentPage(presentActing))
  })

  serve(app, operations.listContactActedForBy, async ({ scope, params, query }, reply) => {
    const page = { take: query.Take, skip: query.Skip }
    return withVersion(reply, await listActedForBy(scope, params.contactId, page), presentPage(presentActing))
  })
}
