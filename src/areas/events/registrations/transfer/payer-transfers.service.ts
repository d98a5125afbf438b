import type { PayerRenameInput } from '#contract/events/order-changes'
import { notFound } from '#kernel/errors/problem'
import type { Scope } from '#kernel/tenancy/scope'
import type { Event, EventRegistration } from '#prisma/client'
import { lockEventOrder } from '../cancellation/locked-event-orders.service.ts'
import { findByKey } from '../cancellation/payer-cancellations.service.ts'
import { changeRegistration, registrationState } from '../registration-changes.service.ts'
import { LIVE, PENDING_FROM_WAITING_LIST } from '../registration-statuses.listing.ts'
import { readValues } from '../registration-values.service.ts'
import { findAnyPerson, type NewPerson, preparePerson, requireEntitled } from './new-people.service.ts'
import { requireTransferable, transferTo } from './transfers.service.ts'

/** Returns whether payers can change what is registered for an event: until registration closes. */
export const isOpenToPayers = ({ status, registrationCloses, startsAt }: Event, now: Date): boolean =>
  status === 'Published' && now < (registrationCloses ?? startsAt)

/** Returns whether the payer can name another participant. An offered seat must be accepted first. */
export const isRenamable = (event: Event, { statusId }: Pick<EventRegistration, 'statusId'>, now: Date): boolean =>
  isOpenToPayers(event, now) && LIVE.includes(statusId) && statusId !== PENDING_FROM_WAITING_LIST

/**
 * Gives a registration of the order of a key another name: transfers it to another person, or corrects the name of the same one.
 *
 * @throws 404; 409 registration-state; 422 event-rule.
 */
export const renamePerson = async (scope: Scope, eventId: number, sent: PayerRenameInput): Promise<void> => {
  const { OrderKey: orderKey, RegistrationId: id, FirstName, LastName, EmailAddress, OrganizationName } = sent
  const named = { FirstName, LastName, EmailAddress: EmailAddress ?? null, OrganizationName: OrganizationName ?? null }
  const prepared = await preparePerson(scope, named)
  await scope.db.transaction(async (tx) => {
    const orderId = await findByKey(scope, tx, { eventId, orderKey })
    const order = await lockEventOrder(scope, tx, { eventId, id: orderId })
    const registration = order.registrations.find((one) => one.id === id)
    if (!registration) throw notFound('registration')
    if (!isOpenToPayers(order.event, scope.clock.now())) throw registrationState('Registration is closed.')
    requireTransferable(order, registration)
    // What it responded to questions stays, because the form of the order is for the seat.
    const input = { ...named, CustomFields: await readValues(scope, tx, id) }
    const person = await findAnyPerson(scope, tx, registration, { input, prepared })
    if (person.contactId === registration.contactId) {
      await changeRegistration(scope, tx, registration, correctionOf(registration, sent, person.columns))
      return
    }
    await requireEntitled(scope, tx, { order, registration, person }, 'Ask the organizer to transfer it.')
    await transferTo(scope, tx, { order, registration, person, input })
  })
}

/** Returns what a correction changes: what is left out stays, except for a badge with the old name. */
const correctionOf = (
  { firstName, lastName }: EventRegistration,
  { EmailAddress, OrganizationName }: PayerRenameInput,
  columns: NewPerson['columns'],
) => ({
  firstName: columns.firstName,
  lastName: columns.lastName,
  ...((columns.firstName !== firstName || columns.lastName !== lastName) && { badgeName: null }),
  ...(EmailAddress !== undefined && { emailAddress: columns.emailAddress }),
  ...(OrganizationName !== undefined && { organizationName: columns.organizationName }),
})
