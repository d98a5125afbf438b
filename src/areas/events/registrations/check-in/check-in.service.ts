import { badInput, conflict, notFound, type Problem } from '#kernel/errors/problem'
import type { VersionedRow } from '#kernel/listing/list-rows'
import { recordChanges } from '#kernel/records/record-change'
import { NEXT_VERSION } from '#kernel/records/record-kind'
import { actorName, type Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { describeRegistrationChange, type RegistrationKey, registrationState } from '../registration-changes.service.ts'
import { ATTENDED, STATUSES } from '../registration-statuses.listing.ts'
import { registrationEvents } from '../registrations.events.ts'
import { readRegistration } from '../registrations.queries.ts'
import { type CheckInOptions, type CheckInResult, outcomeOf } from './check-in.model.ts'
import { findRegistrationByCode, type LockedArrival, lockArrivals } from './check-in.queries.ts'

/**
 * Checks in a participant.
 *
 * @throws 404; 409 already-checked-in, registration-unpaid, registration-state; 422 unknown-reference.
 */
export const checkIn = (scope: Scope, key: RegistrationKey, options: CheckInOptions): Promise<VersionedRow> =>
  scope.db.transaction((tx) => checkInOne(scope, tx, key, options))

/** Checks in the participant that a code identifies. @throws as checkIn; 400; 409 several-registrations. */
export const checkInByCode = (
  scope: Scope,
  eventId: number,
  code: string | null | undefined,
  options: CheckInOptions,
): Promise<VersionedRow> =>
  scope.db.transaction(async (tx) => {
    const id = await findRegistrationByCode(scope, tx, eventId, code ?? '')
    return checkInOne(scope, tx, { eventId, id }, options)
  })

/** Checks in participants. What prevents one does not prevent the others. @throws 400, 404, 422 unknown-reference. */
export const checkInAll = (
  scope: Scope,
  eventId: number,
  sent: readonly number[] | undefined,
  options: CheckInOptions,
): Promise<CheckInResult[]> => {
  if (!sent) throw badInput('/RegistrationIds', 'is required')
  return scope.db.transaction((tx) => checkInLocked(scope, tx, eventId, [...new Set(sent)], options))
}

const checkInOne = async (
  scope: Scope,
  tx: Transaction,
  { eventId, id }: RegistrationKey,
  options: CheckInOptions,
): Promise<VersionedRow> => {
  const [result] = await checkInLocked(scope, tx, eventId, [id], options)
  if (result?.outcome !== 'CheckedIn') throw refusalOf(result)
  return readRegistration(scope, id, tx)
}

const refusalOf = (result: CheckInResult | undefined): Problem => {
  if (!result || result.outcome === 'NotFound') return notFound('registration')
  const { outcome, checkedInAt, checkedInBy, statusId } = result
  const status = (STATUSES[statusId] ?? '').toLowerCase()
  if (outcome === 'AlreadyCheckedIn')
    return conflict(
      'already-checked-in',
      `The participant was checked in at ${checkedInAt?.toISOString() ?? 'an unknown time'} by ${checkedInBy ?? 'an unknown caller'}.`,
    )
  if (outcome === 'Unpaid')
    return conflict(
      'registration-unpaid',
      `The registration is ${status} and its invoice is open. Collect the payment.`,
    )
  return registrationState(
    outcome === 'NotInSession'
      ? 'The registration does not contain the session. Add it to the registration first.'
      : `The registration cannot be checked in: it is ${status}.`,
  )
}

const checkInLocked = async (
  scope: Scope,
  tx: Transaction,
  eventId: number,
  ids: readonly number[],
  { sessionId, isForced }: CheckInOptions,
): Promise<CheckInResult[]> => {
  const arrivals = await lockArrivals(scope, tx, { eventId, ids, sessionId })
  const outcomes = new Map(arrivals.map((one) => [one.id, outcomeOf(one, sessionId !== null, isForced)]))
  const arriving = arrivals.filter(({ id }) => outcomes.get(id) === 'CheckedIn')
  const mark = { checkedInAt: scope.clock.now(), checkedInBy: actorName(scope.actor) }
  if (arriving.length > 0) await saveArrivals(scope, tx, { eventId, sessionId, arriving, mark })
  const found = new Map(arrivals.map((one) => [one.id, one]))
  return ids.map((id) => {
    const one = found.get(id)
    const outcome = outcomes.get(id) ?? 'NotFound'
    const { checkedInAt, checkedInBy } = (outcome === 'CheckedIn' ? mark : one?.before) ?? NOT_CHECKED_IN
    return { id, outcome, checkedInAt, checkedInBy, name: one?.name || null, statusId: one?.statusId ?? 0 }
  })
}

const NOT_CHECKED_IN = { checkedInAt: null, checkedInBy: null }

interface Arriving {
  eventId: number
  sessionId: number | null
  arriving: readonly LockedArrival[]
  mark: { checkedInAt: Date; checkedInBy: string }
}

/** Writes what is checked in. Who attends a session attends the event. */
const saveArrivals = async (
  scope: Scope,
  tx: Transaction,
  { eventId, sessionId, arriving, mark }: Arriving,
): Promise<void> => {
  const where = { tenantId: scope.db.tenantId, eventId }
  const idsOf = (isAttended: boolean) =>
    arriving.filter(({ statusId }) => (statusId === ATTENDED) === isAttended).map(({ id }) => id)
  if (sessionId !== null)
    await tx.eventRegistrationSession.updateMany({
      where: { ...where, sessionId, registrationId: { in: arriving.map(({ id }) => id) } },
      data: mark,
    })
  const come = await tx.eventRegistration.updateManyAndReturn({
    where: { ...where, id: { in: idsOf(false) } },
    data: { statusId: ATTENDED, ...mark, ...NEXT_VERSION },
  })
  const present = await tx.eventRegistration.updateManyAndReturn({
    where: { ...where, id: { in: idsOf(true) } },
    data: NEXT_VERSION,
  })
  const session = sessionId === null ? undefined : { session: { old: null, new: String(sessionId) } }
  const changes = [
    ...come.map((row) => describeRegistrationChange(row, 'updated', registrationEvents.attended, session)),
    ...present.map((row) => describeRegistrationChange(row, 'updated', undefined, session)),
  ]
  await recordChanges(scope, tx, changes)
}
