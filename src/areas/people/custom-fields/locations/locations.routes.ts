import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/people/custom-fields'
import { presentChoices } from '#kernel/http/lookup-choices'
import { serve } from '#kernel/http/serve'
import { expectedVersion, sendVersion } from '#kernel/http/versions'
import { sendVersionedRow } from '#kernel/listing/list-rows'
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

/** The custom fields of directories, content lists, forms and membership types. */
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

  serve(app, operations.saveDirectoryListingCustomField, async (request, reply) => {
    const { scope, params, body } = request
    return sendVersionedRow(
      reply,
      await saveListingField(scope, params.customfieldid, body, expectedVersion(request, body.AuditId)),
    )
  })

  serve(app, operations.lookupFormSections, async ({ scope, params }) =>
    presentChoices(await listFormSections(scope, Number(params.formid))),
  )

  serve(app, operations.lookupMembershipTypeUnits, async ({ scope, params }) =>
    presentUnitFields(
      await listUnitFields(scope, params.membershiptypeid),
      await listUsedUnits(scope, params.membershiptypeid),
    ),
  )
}
