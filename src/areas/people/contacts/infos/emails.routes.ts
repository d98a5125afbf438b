import type { FastifyPluginAsync } from 'fastify'
import type { ContactEmailDetail } from '#contract/people/contacts-details'
import { operations } from '#contract/people/contacts-details'
import { serve } from '#kernel/http/serve'
import { expectedIfMatch } from '#kernel/http/versions'
import { sendVersionOf } from '../contact-parts.presenter.ts'
import { type EmailOfContact, listEmails } from './infos.queries.ts'
import { deleteEmail, makeEmailPrimary, saveEmail } from './infos.service.ts'

const presentEmail = (email: EmailOfContact): ContactEmailDetail => ({
  EmailAddressId: email.id,
  ContactId: email.contactId,
  EmailAddress: email.address,
  EmailAddressTypeId: email.typeId as ContactEmailDetail['EmailAddressTypeId'],
  EmailStatus: email.status as ContactEmailDetail['EmailStatus'],
  IsUnpublished: email.isUnpublished,
  IsPrimary: email.isPrimary,
})

export const emails: FastifyPluginAsync = async (app) => {
  serve(app, operations.listEmailsOfContact, async ({ scope, params }, reply) =>
    sendVersionOf(reply, await listEmails(scope, params.contactId)).map(presentEmail),
  )

  serve(app, operations.saveContactEmail, async (request, reply) => {
    const { scope, params, body } = request
    const saved = await saveEmail(scope, params.contactId, params.emailId, body, expectedIfMatch(request))
    return presentEmail(sendVersionOf(reply, saved))
  })

  serve(app, operations.deleteContactEmail, async (request, reply) => {
    const { scope, params } = request
    sendVersionOf(reply, await deleteEmail(scope, params.contactId, params.emailId, expectedIfMatch(request)))
    return {}
  })

  serve(app, operations.makeContactEmailPrimary, async (request, reply) => {
    const { scope, params } = request
    const saved = await makeEmailPrimary(scope, params.contactId, params.emailId, expectedIfMatch(request))
    return presentEmail(sendVersionOf(reply, saved))
  })
}
