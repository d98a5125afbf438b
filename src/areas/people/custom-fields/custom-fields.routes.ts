import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/people/custom-fields'
import { insufficientScope } from '#kernel/errors/problem'
import { JsonText, serve } from '#kernel/http/serve'
import { serveSave } from '#kernel/http/serve-forms'
import { expectedVersion, sendVersion } from '#kernel/http/versions'
import { parseListFields } from '#kernel/listing/input'
import { sendRows, sendVersionedRow } from '#kernel/listing/list-rows'
import { hasGrant } from '#kernel/tenancy/scope'
import { contentLists } from './content-lists/content-lists.routes.ts'
import { customFieldList, narrowedFieldList } from './custom-fields.listing.ts'
import { presentField } from './custom-fields.presenter.ts'
import { getField, listFields } from './custom-fields.queries.ts'
import { deleteField, saveField } from './custom-fields.service.ts'
import { editionCustomFields } from './edition/edition.routes.ts'
import { forms } from './forms/forms.routes.ts'
import { customFieldGroups } from './groups/groups.routes.ts'
import { customFieldLocations } from './locations/locations.routes.ts'
import { getContactValue } from './values/values.queries.ts'

/** Serves the custom fields of a tenant, and their values. */
export const customFields: FastifyPluginAsync = async (app) => {
  await app.register(customFieldGroups)
  await app.register(customFieldLocations)
  await app.register(editionCustomFields)
  await app.register(forms)
  await app.register(contentLists)

  serve(
    app,
    operations.listCustomFields,
    async ({ scope, query }) => new JsonText(await listFields(scope, customFieldList, query)),
  )

  serve(app, operations.searchCustomFields, async ({ scope, body }) => {
    const only = Number(body.OnlyIncludeSystemObjectTypeId) || null
    const without = Number(body.ExcludeSystemObjectTypeId) || null
    return sendRows(scope, narrowedFieldList(only, without), parseListFields(body))
  })

  serve(app, operations.getCustomField, async ({ scope, params }, reply) => {
    const found = await getField(scope, params.customfieldid)
    sendVersion(reply, found.field.auditId)
    return presentField(found)
  })

  serve(app, operations.getTenantCustomField, async ({ scope, params, query }, reply) => {
    if (query.contactid !== undefined && !hasGrant(scope, 'contacts:read')) throw insufficientScope('contacts:read')
    return sendVersionedRow(reply, await getContactValue(scope, params.customfieldid, query.contactid ?? 0))
  })

  serveSave(app, operations.saveCustomField, (scope, { params, body, expected }) =>
    saveField(scope, params.customfieldid, body, expected),
  )

  serve(app, operations.deleteCustomField, async (request) => {
    const { customfieldid, auditid } = request.params
    const force = request.query.forcesave
    await deleteField(request.scope, customfieldid, force, expectedVersion(request, auditid))
    return {}
  })
}
