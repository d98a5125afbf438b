import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/events/transfers'
import { serveSave } from '#kernel/http/serve-forms'
import { transferRegistration } from './transfers.service.ts'

/** Serves transfers of registrations by staff. */
export const registrationTransfers: FastifyPluginAsync = async (app) => {
  serveSave(app, operations.transferEventRegistration, (scope, { params, body, expected }) =>
    transferRegistration(scope, { eventId: params.eventId, id: params.registrationId }, body, expected),
  )
}
