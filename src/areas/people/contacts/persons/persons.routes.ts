import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/people/contacts'
import { JsonText, serve } from '#kernel/http/serve'
import { expectedVersion, sendVersion } from '#kernel/http/versions'
import { sendVersioned } from '../contacts.presenter.ts'
import { followMerge } from '../contacts.queries.ts'
import { readPerson, readPersonSummary } from './persons.queries.ts'
import { savePerson } from './persons.service.ts'

/** Individuals. */
export const persons: FastifyPluginAsync = async (app) => {
  serve(app, operations.getPerson, async (request, reply) => {
    const { scope, params } = request
    const found = await followMerge(scope, params.contactId, 'person', (id) => readPerson(scope, id))
    return sendVersioned(request, reply, found)
  })

  serve(app, operations.getPersonSummary, async (request, reply) => {
    const { scope, params } = request
    const found = await followMerge(scope, params.ContactId, 'person', (id) => readPersonSummary(scope, id))
    return sendVersioned(request, reply, found)
  })

  serve(app, operations.savePerson, async (request, reply) => {
    const { scope, params, body } = request
    const saved = await savePerson(scope, params.contactId, body, expectedVersion(request, body.AuditId))
    sendVersion(reply, saved.auditId)
    return new JsonText(saved.text)
  })
}
