import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/people/forms'
import { serve } from '#kernel/http/serve'
import { expectedIfMatch, expectedVersion } from '#kernel/http/versions'
import { parseNamedListQuery } from '#kernel/listing/input'
import { sendRows, sendVersionedRow } from '#kernel/listing/list-rows'
import { requireForm } from '../forms.queries.ts'
import { sectionList } from './sections.listing.ts'
import { readSection } from './sections.queries.ts'
import { deleteSection, saveSection } from './sections.service.ts'

/** The sections of forms, which group their fields. */
export const formSections: FastifyPluginAsync = async (app) => {
  serve(app, operations.listFormSections, async ({ scope, params, query }) => {
    await requireForm(scope, params.formid)
    return sendRows(scope, sectionList(scope, params.formid), parseNamedListQuery(query))
  })

  serve(app, operations.getFormSection, async ({ scope, params }, reply) =>
    sendVersionedRow(reply, await readSection(scope, params.formid, params.formsectionid)),
  )

  serve(app, operations.saveFormSection, async (request, reply) => {
    const { scope, params, body } = request
    const { formid, formsectionid } = params
    return sendVersionedRow(
      reply,
      await saveSection(scope, formid, formsectionid, body, expectedVersion(request, body.AuditId)),
    )
  })

  serve(app, operations.deleteFormSection, async (request) => {
    const { formid, formsectionid } = request.params
    await deleteSection(request.scope, formid, formsectionid, expectedIfMatch(request))
    return {}
  })
}
