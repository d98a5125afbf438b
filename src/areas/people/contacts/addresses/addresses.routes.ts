import type { FastifyPluginAsync } from 'fastify'
import type { PersonAddress } from '#contract/people/contacts'
import { operations } from '#contract/people/contacts-details'
import { serve } from '#kernel/http/serve'
import { expectedIfMatch, expectedVersion } from '#kernel/http/versions'
import { sendVersionOf } from '../contacts.presenter.ts'
import type { AddressOfContact } from './addresses.queries.ts'
import { listAddresses } from './addresses.queries.ts'
import { deleteAddress, makeAddressPrimary, saveAddress } from './addresses.service.ts'

const presentAddress = (use: AddressOfContact): PersonAddress => ({
  AuditSourceId: use.address.sourceContactId ?? 0,
  AuditId: use.auditId,
  AddressAuditId: use.address.auditId,
  ContactAddressId: use.id,
  AddressId: use.addressId,
  TenantId: use.tenantId,
  Address1: use.address.address1,
  Address2: use.address.address2,
  City: use.address.city,
  StateProvince: use.address.stateProvince,
  PostalCode: use.address.postalCode,
  CountryId: use.address.countryId ?? 0,
  AddressTypeId: use.typeId,
  AddressUsageFlagId: use.usageFlagId as PersonAddress['AddressUsageFlagId'],
  Note: use.note,
  isDeleted: false,
  IsUnpublished: use.isUnpublished,
})

export const addresses: FastifyPluginAsync = async (app) => {
  serve(app, operations.listAddressesOfContact, async ({ scope, params }, reply) =>
    sendVersionOf(reply, await listAddresses(scope, params.contactId)).map(presentAddress),
  )

  serve(app, operations.saveContactAddress, async (request, reply) => {
    const { scope, params, body } = request
    const expected = expectedVersion(request, body.AuditId)
    const saved = await saveAddress(scope, params.contactId, params.contactAddressId, body, expected)
    return presentAddress(sendVersionOf(reply, saved))
  })

  serve(app, operations.deleteContactAddress, async (request, reply) => {
    const { scope, params } = request
    sendVersionOf(
      reply,
      await deleteAddress(scope, params.contactId, params.contactAddressId, expectedIfMatch(request)),
    )
    return {}
  })

  serve(app, operations.makeContactAddressPrimary, async (request, reply) => {
    const { scope, params } = request
    const expected = expectedIfMatch(request)
    const saved = await makeAddressPrimary(scope, params.contactId, params.contactAddressId, expected)
    return presentAddress(sendVersionOf(reply, saved))
  })
}
