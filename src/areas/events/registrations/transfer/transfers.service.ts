import { followRegistration } from '#areas/events/invitations/invitations.service'
import { withFormRow } from '#areas/events/registrations/orders/form-rows.service'
import { saveValues } from '#areas/people/custom-fields/values/values.service'
import type { EventTransferRequestInput } from '#contract/events/transfers'
import type { VersionedRow } from '#kernel/listing/list-rows'
import { recordChange } from '#kernel/records/record-change'
import type { ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { EventRegistration } from '#prisma/client'
import { lockWithOrder } from '../cancellation/cancellations.service.ts'
import type { LockedEventOrder } from '../cancellation/locked-event-orders.service.ts'
import { mailTransfer } from '../mails/registration-mails.service.ts'
import { changeEventOrder } from '../orders/order-parts.service.ts'
import {
  changeRegistration,
  describeRegistrationChange,
  type RegistrationKey,
  registrationFollowers,
  registrationState,
} from '../registration-changes.service.ts'
import {
  LIVE,
  ON_WAITING_LIST,
  PENDING_FROM_WAITING_LIST,
  STATUSES,
  TRANSFERRED,
} from '../registration-statuses.listing.ts'
import { planRegistrationValues, readFormResponses } from '../registration-values.service.ts'
import { registrationEvents } from '../registrations.events.ts'
import { readRegistration } from '../registrations.queries.ts'
import {
  type NewPerson,
  type PreparedPerson,
  preparePerson,
  requireEntitled,
  resolvePerson,
} from './new-people.service.ts'

/**
 * Transfers a registration to another person, in one transaction with its mails: a new registration takes over what the old one
 * has.
 *
 * @returns the new registration. @throws 404; 409 registration-state, stale-audit-id; 412; 422 event-rule, unknown-reference,
 *   required-field.
 */
export const transferRegistration = async (
  scope: Scope,
  key: RegistrationKey,
  input: EventTransferRequestInput,
  expected: ExpectedVersion,
): Promise<VersionedRow> => {
  const prepared = await preparePerson(scope, input)
  return scope.db.transaction((tx) => transferLocked(scope, tx, { key, input, expected, prepared }))
}

interface TransferRequest {
  key: RegistrationKey
  input: EventTransferRequestInput
  expected: ExpectedVersion
  prepared: PreparedPerson
}

const transferLocked = async (
  scope: Scope,
  tx: Transaction,
  { key, input, expected, prepared }: TransferRequest,
): Promise<VersionedRow> => {
  const { order, registration } = await lockWithOrder(scope, tx, key, expected)
  requireTransferable(order, registration)
  const person = await resolvePerson(scope, tx, registration, { input, prepared })
  if (!input.ForceSave)
    await requireEntitled(scope, tx, { order, registration, person }, 'Send ForceSave to transfer anyway.')
  return readRegistration(scope, (await transferTo(scope, tx, { order, registration, person, input })).id, tx)
}

/** A transfer that is permitted. The order is locked. */
interface PermittedTransfer {
  order: LockedEventOrder
  registration: EventRegistration
  person: NewPerson
  input: EventTransferRequestInput
}

/** Ends the registration, adds that of the new person, and mails both. Returns the new one. */
export const transferTo = async (
  scope: Scope,
  tx: Transaction,
  { order, registration, person, input }: PermittedTransfer,
): Promise<EventRegistration> => {
  const from = await endTransferred(scope, tx, registration)
  const to = await addTaker(scope, tx, from, { statusId: registration.statusId, person, input })
  await moveParts(scope, tx, from, to)
  await recordOrder(scope, tx, { order, from, to })
  await followRegistration(scope, tx, order.eventId, [person.contactId])
  await mailTransfer(scope, tx, order.id, { fromId: from.id, toId: to.id })
  return to
}

/** An offered seat must be accepted first: the form of the offer names the person. @throws 409 registration-state. */
export const requireTransferable = ({ event }: LockedEventOrder, { statusId }: EventRegistration): void => {
  if (event.status === 'Cancelled') throw registrationState('The event is cancelled.')
  if (LIVE.includes(statusId) && statusId !== PENDING_FROM_WAITING_LIST) return
  throw registrationState(`The registration cannot be transferred: it is ${(STATUSES[statusId] ?? '').toLowerCase()}.`)
}

const endTransferred = (scope: Scope, tx: Transaction, registration: EventRegistration): Promise<EventRegistration> =>
  changeRegistration(scope, tx, registration, { statusId: TRANSFERRED }, registrationEvents.transferred)

interface Taker {
  statusId: number
  person: NewPerson
  input: EventTransferRequestInput
}

/** Adds the new registration. It keeps the time of the registration, so that it keeps its position on the waiting list. */
const addTaker = async (
  scope: Scope,
  tx: Transaction,
  from: EventRegistration,
  { statusId, person, input }: Taker,
): Promise<EventRegistration> => {
  const { tenantId, eventId, orderId, typeId, seats, pointer, position, groupNumber, discountId } = from
  const { sponsorId, exhibitorId, registeredAt, id: transferredFromId } = from
  const to = await tx.eventRegistration.create({
    data: {
      tenantId,
      eventId,
      orderId,
      typeId,
      statusId,
      seats,
      pointer,
      position,
      groupNumber,
      discountId,
      sponsorId,
      exhibitorId,
      registeredAt,
      transferredFromId,
      contactId: person.contactId,
      ...person.columns,
    },
  })
  const values = await planRegistrationValues(scope, tx, to, input.CustomFields)
  await saveValues(tx, tenantId, [{ objectId: to.id, plan: values }])
  const transferredFrom = { old: null, new: String(from.id) }
  await recordChange(
    scope,
    tx,
    describeRegistrationChange(to, 'created', undefined, { transferredFrom, ...values.changes }),
  )
  return to
}

/** Moves what the price is for, and what other areas keep for the registration, such as seats at tables. */
const moveParts = async (
  scope: Scope,
  tx: Transaction,
  { tenantId, eventId, id }: EventRegistration,
  to: EventRegistration,
): Promise<void> => {
  const where = { tenantId, eventId, registrationId: id }
  const data = { registrationId: to.id }
  await tx.eventRegistrationSession.updateMany({ where, data })
  await tx.eventOrderLine.updateMany({ where, data })
  for (const { move } of registrationFollowers.entries()) await move?.(scope, tx, id, to.id)
}

interface TransferredOrder {
  order: LockedEventOrder
  from: EventRegistration
  to: EventRegistration
}

/** The offer of a seat takes the answers from the form of the order, which must not be those of the other person. */
const recordOrder = async (scope: Scope, tx: Transaction, { order, from, to }: TransferredOrder): Promise<void> => {
  const data = to.statusId === ON_WAITING_LIST ? { form: await formWith(scope, tx, order, to) } : {}
  await changeEventOrder(scope, tx, order, data, { transferred: [{ from: from.id, to: to.id }] })
}

const formWith = async (scope: Scope, tx: Transaction, { form }: LockedEventOrder, to: EventRegistration) => {
  const { eventId, pointer, typeId: EventRegistrationTypeId } = to
  const [Answers = []] = await readFormResponses(scope, tx, eventId, [to])
  return withFormRow(form, pointer, { EventRegistrationTypeId, Answers })
}
