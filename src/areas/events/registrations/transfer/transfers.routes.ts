import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/events/transfers'
import { serve } from '#kernel/http/serve'
import { expectedVersion } from '#kernel/http/versions'
import { sendVersionedRow } from '#kernel/listing/list-rows'
import { transferRegistration } from './transfers.service.ts'

/** Transfers of registrations by staff. */
export const registrationTransfers: FastifyPluginAsync = async (app) => {
  serve(app, operations.transferEventRegistration, async (request, reply) => {
    const { scope, params, body } = request
    const key = { eventId: params.eventId, id: params.registrationId }
    return sendVersionedRow(reply, await transferRegistration(scope, key, body, expectedVersion(request, body.AuditId)))
  })
}
