import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/people/contacts'
import { operations as saving } from '#contract/people/contacts-saving'
import { serve } from '#kernel/http/serve'
import { serveSave } from '#kernel/http/serve-forms'
import { sendText, sendVersioned } from '../contacts.presenter.ts'
import { readGroups, readMemberships, readOrganization } from '../contacts.queries.ts'
import { saveOrganization } from './organizations.service.ts'

/** Serves organizations, and what the documents list under their paths for every contact. */
export const organizations: FastifyPluginAsync = async (app) => {
  serve(app, operations.getOrganizationGeneral, async ({ scope, params }, reply) =>
    sendVersioned(reply, await readOrganization(scope, params.ContactId), 'organization'),
  )

  serve(app, operations.listOrganizationMemberships, async ({ scope, params }) =>
    sendText(await readMemberships(scope, params.ContactId)),
  )

  serve(app, operations.getOrganizationGroups, async ({ scope, params }, reply) =>
    sendVersioned(reply, await readGroups(scope, params.ContactId)),
  )

  serveSave(app, saving.saveOrganization, (scope, { params, body, expected }) =>
    saveOrganization(scope, params.contactId, body, expected),
  )
}
