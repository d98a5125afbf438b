import type { FastifyInstance } from 'fastify'
import { operations } from '#contract/people/contacts-details'
import { serve } from '#kernel/http/serve'
import { expectedIfMatch } from '#kernel/http/versions'
import { each, gone, withVersion } from '../contact-parts.ts'
import { presentEmail } from './emails.presenter.ts'
import { listEmails } from './emails.queries.ts'
import { deleteEmail, makeEmailPrimary, saveEmail } from './emails.service.ts'

export const emailRoutes = (app: FastifyInstance): void => {
  serve(app, operations.listEmailsOfContact, async ({ scope, params }, reply) =>
    withVersion(reply, await listEmails(scope, params.contactId), each(presentEmail)),
  )

  serve(app, operations.saveContactEmail, async (request, reply) => {
    const { scope, params, body } = request
    return withVersion(
      reply,
      await saveEmail(scope, params.contactId, params.emailId, body, expectedIfMatch(request)),
      presentEmail,
    )
  })

  serve(app, operations.deleteContactEmail, async (request, reply) => {
    const { scope, params } = request
    return withVersion(
      reply,
      await deleteEmail(scope, params.contactId, params.emailId, expectedIfMatch(request)),
      gone,
    )
  })

  serve(app, operations.makeContactEmailPrimary, async (request, reply) => {
    const { scope, params } = request
    return withVersion(
      reply,
      await makeEmailPrimary(scope, params.contactId, params.emailId, expectedIfMatch(request)),
      presentEmail,
    )
  })
}
