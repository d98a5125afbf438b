import type { FastifyPluginAsync } from 'fastify'
import type { EventCheckInResults } from '#contract/events/check-in'
import { type EventCheckInInput, operations } from '#contract/events/check-in'
import { serve } from '#kernel/http/serve'
import { expectedVersion } from '#kernel/http/versions'
import { sendVersionedRow } from '#kernel/listing/list-rows'
import type { CheckInOptions, CheckInResult } from './check-in.model.ts'
import { checkIn, checkInAll, checkInByCode } from './check-in.service.ts'
import { markNoShow, undoCheckIn } from './check-in-changes.service.ts'

/** Maps the results of a list of check-ins to the documented shape. */
const presentCheckIns = (results: readonly CheckInResult[]): EventCheckInResults => ({
  CheckedInCount: results.filter(({ outcome }) => outcome === 'CheckedIn').length,
  Results: results.map(({ id, outcome, checkedInAt, checkedInBy, name }) => ({
    RegistrationId: id,
    Result: outcome,
    DisplayName: name,
    CheckedInDate: checkedInAt?.toISOString() ?? null,
    CheckedInBy: checkedInBy,
  })),
})

/** Check-in of participants at the entrance of an event and of its sessions. */
export const eventCheckIn: FastifyPluginAsync = async (app) => {
  serve(app, operations.checkInByCode, async ({ scope, params, body }, reply) =>
    sendVersionedRow(reply, await checkInByCode(scope, params.eventId, body.Code, optionsOf(body))),
  )

  serve(app, operations.checkInEventRegistrations, async ({ scope, params, body }) =>
    presentCheckIns(await checkInAll(scope, params.eventId, body.RegistrationIds, optionsOf(body))),
  )

  serve(app, operations.checkInEventRegistration, async ({ scope, params, body }, reply) => {
    const key = { eventId: params.eventId, id: params.registrationId }
    return sendVersionedRow(reply, await checkIn(scope, key, optionsOf(body)))
  })

  serve(app, operations.undoEventCheckIn, async ({ scope, params, body }, reply) => {
    const key = { eventId: params.eventId, id: params.registrationId }
    return sendVersionedRow(reply, await undoCheckIn(scope, key, body.SessionId ?? null))
  })

  serve(app, operations.markEventNoShow, async (request, reply) => {
    const { scope, params, body } = request
    const key = { eventId: params.eventId, id: params.registrationId }
    return sendVersionedRow(reply, await markNoShow(scope, key, expectedVersion(request, body.AuditId)))
  })
}

const optionsOf = ({ SessionId, ForceSave }: EventCheckInInput): CheckInOptions => ({
  sessionId: SessionId ?? null,
  isForced: ForceSave ?? false,
})
