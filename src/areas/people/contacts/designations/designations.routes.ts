import type { FastifyPluginAsync } from 'fastify'
import type { ContactDesignationEdit } from '#contract/people/contacts-details'
import { operations } from '#contract/people/contacts-details'
import { serve } from '#kernel/http/serve'
import { expectedIfMatch } from '#kernel/http/versions'
import type { ContactDesignation } from '#prisma/client'
import { listDesignations } from '../contact-parts.queries.ts'
import { sendVersionOf } from '../contacts.presenter.ts'
import { deleteDesignation, saveDesignation } from './designations.service.ts'

const presentDesignation = (designation: ContactDesignation): ContactDesignationEdit => ({
  ContactDesignationId: designation.id,
  ContactId: designation.contactId,
  Code: designation.code,
  Name: designation.name,
  DisplayOrder: designation.displayOrder,
})

export const designations: FastifyPluginAsync = async (app) => {
  serve(app, operations.listContactDesignations, async ({ scope, params }, reply) =>
    sendVersionOf(reply, await listDesignations(scope, params.contactId)).map(presentDesignation),
  )

  serve(app, operations.saveContactDesignation, async (request, reply) => {
    const { scope, params, body } = request
    const expected = expectedIfMatch(request)
    const saved = await saveDesignation(scope, params.contactId, params.designationId, body, expected)
    return presentDesignation(sendVersionOf(reply, saved))
  })

  serve(app, operations.deleteContactDesignation, async (request, reply) => {
    const { scope, params } = request
    sendVersionOf(
      reply,
      await deleteDesignation(scope, params.contactId, params.designationId, expectedIfMatch(request)),
    )
    return {}
  })
}
