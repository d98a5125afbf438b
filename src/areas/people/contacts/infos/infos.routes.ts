import type { FastifyPluginAsync } from 'fastify'
import {
  type ContactEmailDetail,
  type ContactPhoneDetail,
  type ContactWebsiteDetail,
  operations,
} from '#contract/people/contacts-details'
import { serve } from '#kernel/http/serve'
import { expectedIfMatch } from '#kernel/http/versions'
import { sendVersionOf } from '../contacts.presenter.ts'
import {
  type EmailOfContact,
  listEmails,
  listPhones,
  listWebsites,
  type PhoneOfContact,
  type WebsiteOfContact,
} from './infos.queries.ts'
import {
  deleteEmail,
  deletePhone,
  deleteWebsite,
  makeEmailPrimary,
  makePhonePrimary,
  makeWebsitePrimary,
  saveEmail,
  savePhone,
  saveWebsite,
} from './infos.service.ts'

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

const presentPhone = (phone: PhoneOfContact): ContactPhoneDetail => ({
  PhoneId: phone.id,
  ContactId: phone.contactId,
  Phone: phone.number,
  Extension: phone.extension,
  PhoneE164: phone.e164,
  PhoneTypeId: phone.typeId as ContactPhoneDetail['PhoneTypeId'],
  IsUnpublished: phone.isUnpublished,
  IsPrimary: phone.isPrimary,
})

export const phones: FastifyPluginAsync = async (app) => {
  serve(app, operations.listPhonesOfContact, async ({ scope, params }, reply) =>
    sendVersionOf(reply, await listPhones(scope, params.contactId)).map(presentPhone),
  )

  serve(app, operations.saveContactPhone, async (request, reply) => {
    const { scope, params, body } = request
    const saved = await savePhone(scope, params.contactId, params.phoneId, body, expectedIfMatch(request))
    return presentPhone(sendVersionOf(reply, saved))
  })

  serve(app, operations.deleteContactPhone, async (request, reply) => {
    const { scope, params } = request
    sendVersionOf(reply, await deletePhone(scope, params.contactId, params.phoneId, expectedIfMatch(request)))
    return {}
  })

  serve(app, operations.makeContactPhonePrimary, async (request, reply) => {
    const { scope, params } = request
    const saved = await makePhonePrimary(scope, params.contactId, params.phoneId, expectedIfMatch(request))
    return presentPhone(sendVersionOf(reply, saved))
  })
}

const presentWebsite = (website: WebsiteOfContact): ContactWebsiteDetail => ({
  WebAddressId: website.id,
  ContactId: website.contactId,
  Url: website.url,
  WebAddressTypeId: website.typeId as ContactWebsiteDetail['WebAddressTypeId'],
  IsUnpublished: website.isUnpublished,
  IsPrimary: website.isPrimary,
})

export const websites: FastifyPluginAsync = async (app) => {
  serve(app, operations.listWebsitesOfContact, async ({ scope, params }, reply) =>
    sendVersionOf(reply, await listWebsites(scope, params.contactId)).map(presentWebsite),
  )

  serve(app, operations.saveContactWebsite, async (request, reply) => {
    const { scope, params, body } = request
    const saved = await saveWebsite(scope, params.contactId, params.websiteId, body, expectedIfMatch(request))
    return presentWebsite(sendVersionOf(reply, saved))
  })

  serve(app, operations.deleteContactWebsite, async (request, reply) => {
    const { scope, params } = request
    sendVersionOf(reply, await deleteWebsite(scope, params.contactId, params.websiteId, expectedIfMatch(request)))
    return {}
  })

  serve(app, operations.makeContactWebsitePrimary, async (request, reply) => {
    const { scope, params } = request
    const saved = await makeWebsitePrimary(scope, params.contactId, params.websiteId, expectedIfMatch(request))
    return presentWebsite(sendVersionOf(reply, saved))
  })
}
