import type { FastifyPluginAsync } from 'fastify'
import type { EventCheckInResults } from '#contract/events/check-in'
import { type EventCheckInInput, operations } from '#contract/events/check-in'
import { serve } from '#kernel/http/serve'
import { serveRow, serveSave } from '#kernel/http/serve-forms'
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

/** Serves check-in of participants at the entrance of an event and of its sessions. */
export const eventCheckIn: FastifyPluginAsync = async (app) => {
  serveRow(app, operations.checkInByCode, (scope, { params, body }) =>
    checkInByCode(scope, params.eventId, body.Code, optionsOf(body)),
  )

  serve(app, operations.checkInEventRegistrations, async ({ scope, params, body }) =>
    presentCheckIns(await checkInAll(scope, params.eventId, body.RegistrationIds, optionsOf(body))),
  )

  serveRow(app, operations.checkInEventRegistration, (scope, { params, body }) =>
    checkIn(scope, { eventId: params.eventId, id: params.registrationId }, optionsOf(body)),
  )

  serveRow(app, operations.undoEventCheckIn, (scope, { params, body }) =>
    undoCheckIn(scope, { eventId: params.eventId, id: params.registrationId }, body.SessionId ?? null),
  )

  serveSave(app, operations.markEventNoShow, (scope, { params, expected }) =>
    markNoShow(scope, { eventId: params.eventId, id: params.registrationId }, expected),
  )
}

const optionsOf = ({ SessionId, ForceSave }: EventCheckInInput): CheckInOptions => ({
  sessionId: SessionId ?? null,
  isForced: ForceSave ?? false,
})
