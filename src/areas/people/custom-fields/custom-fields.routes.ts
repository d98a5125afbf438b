import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/people/custom-fields'
import { JsonText, serve } from '#kernel/http/serve'
import { expectedVersion, sendVersion } from '#kernel/http/versions'
import { parseListFields } from '#kernel/listing/input'
import { customFieldListing, narrowedListing } from './custom-fields.listing.ts'
import { presentField } from './custom-fields.presenter.ts'
import { allFields, getField, pageOfFields } from './custom-fields.queries.ts'
import { saveField } from './custom-fields.service.ts'
import { deleteField } from './delete-field.service.ts'
import { readContactValue } from './values/contact-value.sql.ts'

/** What a tenant keeps beyond what is built in. */
export const customFields: FastifyPluginAsync = async (app) => {
  serve(
    app,
    operations.listCustomFields,
    async ({ scope, query }) => new JsonText(await allFields(scope, customFieldListing, query.filter)),
  )

  serve(app, operations.searchCustomFields, async ({ scope, body }) => {
    const only = Number(body.OnlyIncludeSystemObjectTypeId) || null
    const without = Number(body.ExcludeSystemObjectTypeId) || null
    return new JsonText(await pageOfFields(scope, narrowedListing(only, without), parseListFields(body)))
  })

  serve(app, operations.getCustomField, async ({ scope, params }, reply) => {
    const found = await getField(scope, params.customfieldid)
    sendVersion(reply, found.field.auditId)
    return presentField(found)
  })

  serve(app, operations.getTenantCustomField, async ({ scope, params, query }, reply) => {
    const found = await readContactValue(scope, params.customfieldid, query.contactid ?? 0)
    sendVersion(reply, found.auditId)
    return new JsonText(found.text)
  })

  serve(app, operations.saveCustomField, async (request, reply) => {
    const { scope, params, body } = request
    const saved = await saveField(scope, params.customfieldid, body, expectedVersion(request, body.AuditId))
    sendVersion(reply, saved.auditId)
    return new JsonText(saved.text)
  })

  serve(app, operations.deleteCustomField, async (request) => {
    const { customfieldid, auditid } = request.params
    const force = request.query.forcesave
    await deleteField(request.scope, customfieldid, force, expectedVersion(request, auditid))
    return {}
  })
}
