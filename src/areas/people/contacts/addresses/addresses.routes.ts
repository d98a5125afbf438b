import type { FastifyInstance } from 'fastify'
import { operations } from '#contract/people/contacts-details'
import { serve } from '#kernel/http/serve'
import { expectedIfMatch, expectedVersion } from '#kernel/http/versions'
import { each, gone, withVersion } from '../contact-parts.ts'
import { presentAddress } from './addresses.presenter.ts'
import { listAddresses } from './addresses.queries.ts'
import { deleteAddress, makeAddressPrimary, saveAddress } from './addresses.service.ts'

export const addressRoutes = (app: FastifyInstance): void => {
  serve(app, operations.listAddressesOfContact, async ({ scope, params }, reply) =>
    withVersion(reply, await listAddresses(scope, params.contactId), each(presentAddress)),
  )

  serve(app, operations.saveContactAddress, async (request, reply) => {
    const { scope, params, body } = request
    return withVersion(
      reply,
      await saveAddress(scope, params.contactId, params.contactAddressId, body, expectedVersion(request, body.AuditId)),
      presentAddress,
    )
  })

  serve(app, operations.deleteContactAddress, async (request, reply) => {
    const { scope, params } = request
    return withVersion(
      reply,
      await deleteAddress(scope, params.contactId, params.contactAddressId, expectedIfMatch(request)),
      gone,
    )
  })

  serve(app, operations.makeContactAddressPrimary, async (request, reply) => {
    const { scope, params } = request
    return withVersion(
      reply,
      await makeAddressPrimary(scope, params.contactId, params.contactAddressId, expectedIfMatch(request)),
      presentAddress,
    )
  })
}
