import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/people/custom-fields'
import { JsonText, serve } from '#kernel/http/serve'
import { presentSetting } from './edition.presenter.ts'
import { getEditionFields, listOfferedFields } from './edition.queries.ts'
import { saveEditionSettings } from './edition.service.ts'

/** The fields of the tenant's edition. */
export const editionCustomFields: FastifyPluginAsync = async (app) => {
  serve(
    app,
    operations.getEditionFields,
    async ({ scope, query }) => new JsonText(await getEditionFields(scope, query)),
  )

  serve(app, operations.getEditionSettings, async ({ scope }) => ({
    SearchObjectTypeId: null,
    CustomFieldSettings: (await listOfferedFields(scope)).map(presentSetting),
  }))

  serve(app, operations.saveEditionSettings, async ({ scope, body }) => {
    await saveEditionSettings(scope, body)
    return {}
  })
}
