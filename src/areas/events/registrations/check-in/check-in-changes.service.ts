import { conflict } from '#kernel/errors/problem'
import type { VersionedRow } from '#kernel/listing/list-rows'
import type { ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { EventRegistration } from '#prisma/client'
import { readConfirmedStatus } from '../payment/settlement.service.ts'
import {
  changeRegistration,
  lockRegistration,
  type RegistrationKey,
  registrationFollowers,
  registrationState,
} from '../registration-changes.service.ts'
import { ATTENDED, EXPECTED_AT_EVENT, NO_SHOW, STATUSES } from '../registration-statuses.listing.ts'
import { registrationEvents } from '../registrations.events.ts'
import { readRegistration } from '../registrations.queries.ts'

const NOT_CHECKED_IN = { checkedInAt: null, checkedInBy: null }

/**
 * Takes back the check-in of a participant with its certificate, or its attendance of one session.
 *
 * @throws 404; 409 registration-state.
 */
export const undoCheckIn = (scope: Scope, key: RegistrationKey, sessionId: number | null): Promise<VersionedRow> =>
  scope.db.transaction(async (tx) => {
    const current = await lockRegistration(scope, tx, key)
    if (sessionId === null) await undoWhole(scope, tx, current)
    else await undoSession(scope, tx, current, sessionId)
    return readRegistration(scope, key.id, tx)
  })

const undoWhole = async (scope: Scope, tx: Transaction, current: EventRegistration): Promise<void> => {
  const { tenantId, id, orderId, statusId } = current
  if (statusId !== ATTENDED)
    throw registrationState(`The participant is not checked in: the registration is ${statusOf(current)}.`)
  for (const { undoCheckIn: undo } of registrationFollowers.entries()) await undo?.(scope, tx, current)
  const data = { statusId: await readConfirmedStatus(scope, tx, orderId, { requiresApproval: false }) }
  await tx.eventRegistrationSession.updateMany({ where: { tenantId, registrationId: id }, data: NOT_CHECKED_IN })
  await changeRegistration(scope, tx, current, { ...data, ...NOT_CHECKED_IN }, registrationEvents.checkInUndone)
}

const undoSession = async (
  scope: Scope,
  tx: Transaction,
  current: EventRegistration,
  sessionId: number,
): Promise<void> => {
  const { tenantId, id } = current
  const where = { tenantId, registrationId: id, sessionId, checkedInAt: { not: null } }
  const undone = await tx.eventRegistrationSession.updateMany({ where, data: NOT_CHECKED_IN })
  if (undone.count === 0) throw registrationState('The attendance of this session is not recorded.')
  await changeRegistration(scope, tx, current, {}, undefined, { session: { old: String(sessionId), new: null } })
}

const statusOf = ({ statusId }: EventRegistration): string => (STATUSES[statusId] ?? '').toLowerCase()

/**
 * Marks a registration as a no-show, once its event has started.
 *
 * @throws 404; 409 stale-audit-id, event-not-started, registration-state; 412.
 */
export const markNoShow = (scope: Scope, key: RegistrationKey, expected: ExpectedVersion): Promise<VersionedRow> =>
  scope.db.transaction(async (tx) => {
    const current = await lockRegistration(scope, tx, key, expected)
    if (!EXPECTED_AT_EVENT.includes(current.statusId))
      throw registrationState(`The registration cannot become a no-show: it is ${statusOf(current)}.`)
    const where = { tenantId: current.tenantId, id: key.eventId }
    const { startsAt } = await tx.event.findFirstOrThrow({ where, select: { startsAt: true } })
    if (startsAt > scope.clock.now())
      throw conflict('event-not-started', `The event starts at ${startsAt.toISOString()}. Wait until then.`)
    await changeRegistration(scope, tx, current, { statusId: NO_SHOW }, registrationEvents.missed)
    return readRegistration(scope, key.id, tx)
  })
