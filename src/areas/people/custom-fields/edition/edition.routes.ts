import type { FastifyPluginAsync } from 'fastify'
import type { EditionSettings } from '#contract/people/custom-fields'
import { operations } from '#contract/people/custom-fields'
import { JsonText, serve } from '#kernel/http/serve'
import { serveAction } from '#kernel/http/serve-forms'
import type { CustomField } from '#prisma/client'
import { getEditionFields, listOfferedFields } from './edition.queries.ts'
import { saveEditionSettings } from './edition.service.ts'

type Setting = NonNullable<EditionSettings['CustomFieldSettings']>[number]

/** Presents a field of editions, and whether the tenant's edition switches it on. */
const presentSetting = (field: CustomField): Setting => ({
  CustomFieldId: field.id,
  SearchObjectTypeId: String(field.searchObjectTypeId ?? field.objectTypeId) as Setting['SearchObjectTypeId'],
  Name: field.name,
  DisplayName: field.displayName,
  IsEnabled: field.isSwitchedOn,
  IsRequired: field.isRequired,
  DisplayOrder: field.displayOrder ?? 0,
})

/** Serves the fields of the tenant's edition. */
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

  serveAction(app, operations.saveEditionSettings, (scope, { body }) => saveEditionSettings(scope, body))
}
