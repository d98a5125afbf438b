import { isInvitedTo } from '#areas/events/invitations/invitation-rules.queries'
import { listGivingMemberships } from '#areas/people/memberships/benefits/benefits.queries'
import { ruleRefused } from '#kernel/errors/problem'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { runForWholeTenant } from '#kernel/tenancy/whole-tenant'
import type { EventRegistration } from '#prisma/client'
import type { LockedEventOrder } from '../cancellation/locked-event-orders.service.ts'
import type { NewPerson } from './new-people.service.ts'

/** A transfer whose person is checked. */
interface CheckedTransfer {
  order: LockedEventOrder
  registration: EventRegistration
  person: NewPerson
}

/** Rejects a person that could not register for the type itself. @throws 422 event-rule. */
export const requireEntitled = async (scope: Scope, tx: Transaction, transfer: CheckedTransfer): Promise<void> => {
  const { registration, person } = transfer
  const { tenantId, eventId, typeId: id, sponsorId, exhibitorId, seats } = registration
  const type = await tx.eventRegistrationType.findFirstOrThrow({ where: { tenantId, eventId, id } })
  const isIncluded = sponsorId !== null || exhibitorId !== null || seats === 0
  const isRefused = [
    type.isForMembers && !(await isMember(scope, tx, transfer)) ? 'must be a member' : null,
    type.isForInvited && !isIncluded && !(await isInvitedTo(scope, tx, { registration, contactId: person.contactId }))
      ? 'must be invited'
      : null,
  ]
  const faults = isRefused.flatMap((message) =>
    message ? [{ pointer: person.pointer, message: `${message} for the type ${type.name}` }] : [],
  )
  if (faults.length > 0)
    throw ruleRefused(
      'event-rule',
      'The person is not entitled to the type. Send ForceSave to transfer anyway.',
      faults,
    )
}

/** Whether the payer or the person is a member, as in a form. */
const isMember = async (scope: Scope, tx: Transaction, { order, person }: CheckedTransfer): Promise<boolean> => {
  const ids = [person.contactId, order.contactId].filter((id) => id !== null)
  const giving = await runForWholeTenant(scope, tx, () => listGivingMemberships(scope, tx, ids))
  return giving.length > 0
}
