import { saveValues } from '#areas/people/custom-fields/values/values.service'
import type { EventRegistrationChangeInput } from '#contract/events/registrations'
import { type FieldFault, ruleRefused } from '#kernel/errors/problem'
import type { VersionedRow } from '#kernel/listing/list-rows'
import type { ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { EventRegistration } from '#prisma/client'
import { lockWithOrder } from './cancellation/cancellations.service.ts'
import { partsWith, planCancellation, WHOLE_PRICE } from './cancellation/cancelled-parts.model.ts'
import { endRegistrations } from './cancellation/credited-orders.service.ts'
import { requireReturnable } from './cancellation/locked-event-orders.service.ts'
import { chooseSessions, saveSessions } from './chosen-sessions.service.ts'
import { mailRejection } from './mails/cancellation-mails.service.ts'
import { mailApproval } from './mails/registration-mails.service.ts'
import { readConfirmedStatus } from './payment/settlement.service.ts'
import {
  changeRegistration,
  lockRegistration,
  type RegistrationKey,
  registrationState,
} from './registration-changes.service.ts'
import { AWAITING_APPROVAL, isChangeable, STATUSES } from './registration-statuses.listing.ts'
import { planRegistrationValues } from './registration-values.service.ts'
import { registrationEvents } from './registrations.events.ts'
import { parsePerson } from './registrations.input.ts'
import { readRegistration } from './registrations.queries.ts'

/**
 * Changes the person, the sessions and the custom fields of a registration.
 *
 * @throws 404; 409 stale-audit-id, registration-state; 412; 422 event-rule, unknown-reference, required-field.
 */
export const saveRegistration = (
  scope: Scope,
  key: RegistrationKey,
  input: EventRegistrationChangeInput,
  expected: ExpectedVersion,
): Promise<VersionedRow> =>
  scope.db.transaction(async (tx) => {
    const current = await lockRegistration(scope, tx, key, expected)
    if (!isChangeable(current.statusId)) throw registrationState(`The registration is ${statusOf(current)}.`)
    const faults: FieldFault[] = []
    const person = parsePerson(input, current, faults)
    const sessionIds = await chooseSessions(scope, tx, current, input.SessionIds, faults)
    if (faults.length > 0) throw ruleRefused('event-rule', 'The registration breaks rules.', faults)
    const values = await planRegistrationValues(scope, tx, current, input.CustomFields)
    if (sessionIds) await saveSessions(tx, current, sessionIds)
    await saveValues(tx, current.tenantId, [{ objectId: current.id, plan: values }])
    await changeRegistration(scope, tx, current, person, undefined, values.changes)
    return readRegistration(scope, key.id, tx)
  })

const statusOf = ({ statusId }: EventRegistration): string => (STATUSES[statusId] ?? '').toLowerCase()

const lockAwaiting = async (
  scope: Scope,
  tx: Transaction,
  key: RegistrationKey,
  expected: ExpectedVersion,
): Promise<EventRegistration> => {
  const current = await lockRegistration(scope, tx, key, expected)
  requireAwaiting(current)
  return current
}

/** @throws 409 registration-state. */
const requireAwaiting = (registration: EventRegistration): void => {
  if (registration.statusId === AWAITING_APPROVAL) return
  throw registrationState(`The registration does not await approval: it is ${statusOf(registration)}.`)
}

/**
 * Approves a registration, and mails it: its status follows the payment of its order.
 *
 * @throws 404; 409 stale-audit-id, registration-state; 412.
 */
export const approveRegistration = (
  scope: Scope,
  key: RegistrationKey,
  expected: ExpectedVersion,
): Promise<VersionedRow> =>
  scope.db.transaction(async (tx) => {
    const current = await lockAwaiting(scope, tx, key, expected)
    const statusId = await readConfirmedStatus(scope, tx, current.orderId, { requiresApproval: false })
    await changeRegistration(scope, tx, current, { statusId }, registrationEvents.approved)
    await mailApproval(scope, tx, current)
    return readRegistration(scope, key.id, tx)
  })

/**
 * Rejects a registration with the guests of its table, frees their seats, returns their whole price, and mails it.
 *
 * @throws 403 insufficient-scope; 404; 409 stale-audit-id, registration-state, order-state, written-off, contact-deleted; 412;
 *   422 closed-period.
 */
export const rejectRegistration = (
  scope: Scope,
  key: RegistrationKey,
  expected: ExpectedVersion,
): Promise<VersionedRow> =>
  scope.db.transaction(async (tx) => {
    const { order, registration } = await lockWithOrder(scope, tx, key, expected)
    requireAwaiting(registration)
    await requireReturnable(scope, tx, order, false)
    const parts = partsWith(order, registration)
    const registrations = parts.registrations.filter(({ statusId }) => statusId === AWAITING_APPROVAL)
    const plan = planCancellation(order, { ...parts, registrations }, WHOLE_PRICE)
    const credited = await endRegistrations(scope, tx, order, plan, 'rejected')
    await mailRejection(scope, tx, order.id, { plan, credited })
    return readRegistration(scope, key.id, tx)
  })
