import type { EventCheckInResults } from '#contract/events/check-in'
import type { CheckInResult } from './check-in.model.ts'

/** Maps the results of a list of check-ins to the documented shape. */
export const presentCheckIns = (results: readonly CheckInResult[]): EventCheckInResults => ({
  CheckedInCount: results.filter(({ outcome }) => outcome === 'CheckedIn').length,
  Results: results.map(({ id, outcome, checkedInAt, checkedInBy, name }) => ({
    RegistrationId: id,
    Result: outcome,
    DisplayName: name,
    CheckedInDate: checkedInAt?.toISOString() ?? null,
    CheckedInBy: checkedInBy,
  })),
})
