import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/people/forms'
import { serve } from '#kernel/http/serve'
import { serveDelete, serveRow, serveSave } from '#kernel/http/serve-forms'
import { parseNamedListQuery } from '#kernel/listing/input'
import { sendRows } from '#kernel/listing/list-rows'
import { formList } from './forms.listing.ts'
import { readForm } from './forms.queries.ts'
import { deleteForm, saveForm } from './forms.service.ts'
import { formSections } from './sections.routes.ts'

/** Serves forms, to which custom fields belong. */
export const forms: FastifyPluginAsync = async (app) => {
  await app.register(formSections)

  serve(app, operations.listForms, ({ scope, query }) => sendRows(scope, formList(scope), parseNamedListQuery(query)))

  serveRow(app, operations.getForm, (scope, { params }) => readForm(scope, params.formid))

  serveSave(app, operations.saveForm, (scope, { params, body, expected }) =>
    saveForm(scope, params.formid, body, expected),
  )

  serveDelete(app, operations.deleteForm, (scope, { params, expected }) => deleteForm(scope, params.formid, expected))
}
