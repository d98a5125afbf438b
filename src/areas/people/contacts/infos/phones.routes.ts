import type { FastifyPluginAsync } from 'fastify'
import type { ContactPhoneDetail } from '#contract/people/contacts-details'
import { operations } from '#contract/people/contacts-details'
import { serve } from '#kernel/http/serve'
import { expectedIfMatch } from '#kernel/http/versions'
import { sendVersionOf } from '../contact-parts.presenter.ts'
import { listPhones, type PhoneOfContact } from './infos.queries.ts'
import { deletePhone, makePhonePrimary, savePhone } from './infos.service.ts'

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
