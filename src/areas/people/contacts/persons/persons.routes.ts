import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/people/contacts'
import { serve } from '#kernel/http/serve'
import { expectedVersion } from '#kernel/http/versions'
import { sendVersionedRow } from '#kernel/listing/list-rows'
import { sendVersioned } from '../contacts.presenter.ts'
import { readPerson, readPersonSummary } from './persons.queries.ts'
import { savePerson } from './persons.service.ts'

/** Individuals. */
export const persons: FastifyPluginAsync = async (app) => {
  serve(app, operations.getPerson, async ({ scope, params }, reply) =>
    sendVersioned(reply, await readPerson(scope, params.contactId), 'person'),
  )

  serve(app, operations.getPersonSummary, async ({ scope, params }, reply) =>
    sendVersioned(reply, await readPersonSummary(scope, params.ContactId), 'person'),
  )

  serve(app, operations.savePerson, async (request, reply) => {
    const { scope, params, body } = request
    return sendVersionedRow(
      reply,
      await savePerson(scope, params.contactId, body, expectedVersion(request, body.AuditId)),
    )
  })
}
