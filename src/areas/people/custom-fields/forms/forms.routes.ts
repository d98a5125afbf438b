import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/people/forms'
import { serve } from '#kernel/http/serve'
import { expectedIfMatch, expectedVersion } from '#kernel/http/versions'
import { parseNamedListQuery } from '#kernel/listing/input'
import { sendRows, sendVersionedRow } from '#kernel/listing/list-rows'
import { formList } from './forms.listing.ts'
import { readForm } from './forms.queries.ts'
import { deleteForm, saveForm } from './forms.service.ts'
import { formSections } from './sections/sections.routes.ts'

/** Forms, to which custom fields belong. */
export const forms: FastifyPluginAsync = async (app) => {
  await app.register(formSections)

  serve(app, operations.listForms, ({ scope, query }) => sendRows(scope, formList(scope), parseNamedListQuery(query)))

  serve(app, operations.getForm, async ({ scope, params }, reply) =>
    sendVersionedRow(reply, await readForm(scope, params.formid)),
  )

  serve(app, operations.saveForm, async (request, reply) => {
    const { scope, params, body } = request
    return sendVersionedRow(reply, await saveForm(scope, params.formid, body, expectedVersion(request, body.AuditId)))
  })

  serve(app, operations.deleteForm, async (request) => {
    await deleteForm(request.scope, request.params.formid, expectedIfMatch(request))
    return {}
  })
}
