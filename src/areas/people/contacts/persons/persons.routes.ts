import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/people/contacts'
import { serve } from '#kernel/http/serve'
import { serveSave } from '#kernel/http/serve-forms'
import { sendVersioned } from '../contacts.presenter.ts'
import { readPerson, readPersonSummary } from '../contacts.queries.ts'
import { savePerson } from './persons.service.ts'

export const persons: FastifyPluginAsync = async (app) => {
  serve(app, operations.getPerson, async ({ scope, params }, reply) =>
    sendVersioned(reply, await readPerson(scope, params.contactId), 'person'),
  )

  serve(app, operations.getPersonSummary, async ({ scope, params }, reply) =>
    sendVersioned(reply, await readPersonSummary(scope, params.ContactId), 'person'),
  )

  serveSave(app, operations.savePerson, (scope, { params, body, expected }) =>
    savePerson(scope, params.contactId, body, expected),
  )
}
