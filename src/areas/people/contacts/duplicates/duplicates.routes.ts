import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/people/contacts-saving'
import { serve } from '#kernel/http/serve'
import { findDuplicates, findDuplicatesOfInput } from './duplicates.service.ts'

/** Serves contacts that may be the same. */
export const duplicates: FastifyPluginAsync = async (app) => {
  serve(app, operations.listContactDuplicates, ({ scope, params }) => findDuplicates(scope, params.contactId))

  serve(app, operations.checkDuplicates, ({ scope, body }) => findDuplicatesOfInput(scope, body))
}
