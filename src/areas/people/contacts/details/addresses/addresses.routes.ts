import type { FastifyInstance } from 'fastify'
import { operations } from '../../../../../contract/people/contacts-details.ts'
import { serve } from '../../../../../kernel/http/serve.ts'
import { expectedVersion } from '../../../../../kernel/http/versions.ts'
import { withVersion } from '../answer.ts'
import { listAddresses } from './addresses.queries.ts'
import { deleteAddress, makeAddressPrimary, saveAddress } from './addresses.service.ts'

export const addressRoutes = (app: FastifyInstance): void => {
  serve(app, operations.listAddressesOfContact, async ({ scope, params }, reply) => withVersion(reply, await listAddresses(scope, params.contactId)))

  serve(app, operations.saveContactAddress, async (request, reply) => {
    const { scope, params, body } = request
    return withVersion(reply, await saveAddress(scope, params.contactId, params.contactAddressId, body, expectedVersion(request, body.AuditId)))
  })

  serve(app, operations.deleteContactAddress, async (request, reply) => {
    const { scope, params } = request
    return withVersion(reply, await deleteAddress(scope, params.contactId, params.contactAddressId, expectedVersion(request)))
  })

  serve(app, operations.makeContactAddressPrimary, async (request, reply) => {
    const { scope, params } = request
    return withVersion(reply, await makeAddressPrimary(scope, params.contactId, params.contactAddressId, expectedVersion(request)))
  })
}
