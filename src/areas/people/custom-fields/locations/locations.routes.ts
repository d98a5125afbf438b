import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/people/custom-fields'
import { serve } from '#kernel/http/serve'
import { serveLookup, serveSave } from '#kernel/http/serve-forms'
import { sendVersion } from '#kernel/http/versions'
import { presentField } from '../custom-fields.presenter.ts'
import { getField } from '../custom-fields.queries.ts'
import { buildNewField, presentListingField, presentUnitFields } from './locations.presenter.ts'
import {
  listFormSections,
  listListingTypes,
  listUnitFields,
  listUsedUnits,
  requireContentList,
} from './locations.queries.ts'
import { saveListingField } from './locations.service.ts'

/** Serves the custom fields of directories, content lists, forms and membership types. */
export const customFieldLocations: FastifyPluginAsync = async (app) => {
  serve(app, operations.getContentListCustomField, async ({ scope, params }, reply) => {
    const { contentlistid: contentListId, customfieldid: id } = params
    await requireContentList(scope, contentListId)
    if (id === 0) return presentField(buildNewField(scope.db.tenantId, { contentListId }))
    const found = await getField(scope, id, { contentListId })
    sendVersion(reply, found.field.auditId)
    return presentField(found)
  })

  serve(app, operations.getDirectoryListingCustomField, async ({ scope, params }, reply) => {
    const { directoryid: directoryId, customfieldid: id } = params
    const types = await listListingTypes(scope, directoryId)
    if (id === 0) return presentListingField(buildNewField(scope.db.tenantId, { directoryId }), types)
    const found = await getField(scope, id, { directoryId })
    sendVersion(reply, found.field.auditId)
    return presentListingField(found, types)
  })

  serveSave(app, operations.saveDirectoryListingCustomField, (scope, { params, body, expected }) =>
    saveListingField(scope, params.customfieldid, body, expected),
  )

  serveLookup(app, operations.lookupFormSections, (scope, { params }) => listFormSections(scope, Number(params.formid)))

  serve(app, operations.lookupMembershipTypeUnits, async ({ scope, params }) =>
    presentUnitFields(
      await listUnitFields(scope, params.membershiptypeid),
      await listUsedUnits(scope, params.membershiptypeid),
    ),
  )
}
