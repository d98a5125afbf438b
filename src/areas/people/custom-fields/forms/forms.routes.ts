import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/people/forms'
import { serve } from '#kernel/http/serve'
import { serveDelete, serveRow, serveSave } from '#kernel/http/serve-forms'
import { parseNamedListQuery } from '#kernel/listing/input'
import { sendRows } from '#kernel/listing/list-rows'
import { formList, sectionList } from './forms.listing.ts'
import { readForm, readSection, requireForm } from './forms.queries.ts'
import { deleteForm, deleteSection, saveForm, saveSection } from './forms.service.ts'

/** Serves the sections of forms, which group their fields. */
const formSections: FastifyPluginAsync = async (app) => {
  serve(app, operations.listFormSections, async ({ scope, params, query }) => {
    await requireForm(scope, params.formid)
    return sendRows(scope, sectionList(scope, params.formid), parseNamedListQuery(query))
  })

  serveRow(app, operations.getFormSection, (scope, { params }) =>
    readSection(scope, params.formid, params.formsectionid),
  )

  serveSave(app, operations.saveFormSection, (scope, { params, body, expected }) =>
    saveSection(scope, params.formid, params.formsectionid, body, expected),
  )

  serveDelete(app, operations.deleteFormSection, (scope, { params, expected }) =>
    deleteSection(scope, params.formid, params.formsectionid, expected),
  )
}

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
