import type { FastifyPluginAsync } from 'fastify'
import { operations } from '../../../../contract/people/contacts-saving.ts'
import { serve } from '../../../../kernel/http/serve.ts'
import { duplicatesOf, duplicatesOfUnsaved } from './duplicates.service.ts'

/** Contacts that may be the same. */
export const contactDuplicates: FastifyPluginAsync = async (app) => {
  serve(app, operations.listContactDuplicates, ({ scope, params }) => duplicatesOf(scope, params.contactId))
  serve(app, operations.checkDuplicates, ({ scope, body }) => duplicatesOfUnsaved(scope, body))
}
