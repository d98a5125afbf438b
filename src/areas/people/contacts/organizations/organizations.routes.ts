import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/people/contacts'
import { operations as saving } from '#contract/people/contacts-saving'
import { JsonText, serve } from '#kernel/http/serve'
import { expectedVersion, sendVersion } from '#kernel/http/versions'
import { sendText, sendVersioned } from '../contacts.presenter.ts'
import { followMerge } from '../contacts.queries.ts'
import { readGroups, readMemberships, readOrganization } from './organizations.queries.ts'
import { saveOrganization } from './organizations.service.ts'

/** Organizations, and what the documents list under their paths for every contact. */
export const organizations: FastifyPluginAsync = async (app) => {
  serve(app, operations.getOrganizationGeneral, async (request, reply) => {
    const { scope, params } = request
    const found = await followMerge(scope, params.ContactId, 'organization', (id) => readOrganization(scope, id))
    return sendVersioned(request, reply, found)
  })

  serve(app, operations.listOrganizationMemberships, async (request, reply) => {
    const { scope, params } = request
    const found = await followMerge(scope, params.ContactId, 'contact', (id) => readMemberships(scope, id))
    return sendText(request, reply, found)
  })

  serve(app, operations.getOrganizationGroups, async (request, reply) => {
    const { scope, params } = request
    const found = await followMerge(scope, params.ContactId, 'contact', (id) => readGroups(scope, id))
    return sendVersioned(request, reply, found)
  })

  serve(app, saving.saveOrganization, async (request, reply) => {
    const { scope, params, body } = request
    const saved = await saveOrganization(scope, params.contactId, body, expectedVersion(request, body.AuditId))
    sendVersion(reply, saved.auditId)
    return new JsonText(saved.text)
  })
}
