import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/people/contacts-saving'
import { serve } from '#kernel/http/serve'
import { presentCandidate } from './duplicates.presenter.ts'
import { duplicatesOf, duplicatesOfUnsaved } from './duplicates.service.ts'

/** Contacts that may be the same. */
export const contactDuplicates: FastifyPluginAsync = async (app) => {
  serve(app, operations.listContactDuplicates, async ({ scope, params }) =>
    (await duplicatesOf(scope, params.contactId)).map(presentCandidate),
  )
  serve(app, operations.checkDuplicates, async ({ scope, body }) =>
    (await duplicatesOfUnsaved(scope, body)).map(presentCandidate),
  )
}
