import type { FastifyPluginAsync } from 'fastify'
import { type ContactRelationshipTypeFilterInput, operations } from '#contract/people/contact-relationship-types'
import { serve } from '#kernel/http/serve'
import { serveDelete, serveRecord, serveSavedRecord } from '#kernel/http/serve-forms'
import { parseListFields, parseOptions } from '#kernel/listing/input'
import { sendRows } from '#kernel/listing/list-rows'
import { relationshipTypeList } from './contact-relationship-types.listing.ts'
import { systemKinds } from './contact-relationship-types.model.ts'
import { presentEdit, presentListItem, presentTypeChoices } from './contact-relationship-types.presenter.ts'
import { getRelationshipType, listTypesTowards } from './contact-relationship-types.queries.ts'
import { deleteRelationshipType, saveRelationshipType } from './contact-relationship-types.service.ts'

/** The schema of `options` in the contract. */
const FILTER = { $ref: 'ContactRelationshipTypeFilter#' }

export const contactRelationshipTypes: FastifyPluginAsync = async (app) => {
  serve(app, operations.listContactRelationshipTypes, async (request) => {
    const { scope, query } = request
    const filter = parseOptions<ContactRelationshipTypeFilterInput>(request, query.options, FILTER)
    return sendRows(scope, relationshipTypeList, parseListFields(filter, 'query:options/'))
  })

  serveRecord(
    app,
    operations.getContactRelationshipType,
    (scope, { params }) => getRelationshipType(scope, params.contactrelationshiptypeid),
    presentEdit,
  )

  serveSavedRecord(
    app,
    operations.saveContactRelationshipType,
    (scope, { params, body, expected }) =>
      saveRelationshipType(scope, params.contactrelationshiptypeid, body, expected),
    presentListItem,
  )

  serveDelete(app, operations.deleteContactRelationshipType, (scope, { params, expected }) =>
    deleteRelationshipType(scope, params.contactrelationshiptypeid, expected),
  )

  serve(app, operations.lookupIndividualRelationshipTypes, async ({ scope }) =>
    presentTypeChoices(await listTypesTowards(scope, systemKinds.individual)),
  )

  serve(app, operations.lookupOrganizationRelationshipTypes, async ({ scope }) =>
    presentTypeChoices(await listTypesTowards(scope, systemKinds.organization)),
  )

  serve(app, operations.lookupStaffRelationshipTypes, async ({ scope }) =>
    presentTypeChoices(await listTypesTowards(scope, systemKinds.staff)),
  )
}
