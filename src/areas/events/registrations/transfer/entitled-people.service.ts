import { isPermitted } from '#areas/events/public-registration/forms/invitation-rules.model'
import { invitedElsewhereSql } from '#areas/events/public-registration/forms/invitation-rules.sql'
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
  const { tenantId, eventId, typeId: id, sponsorId, exhibitorId, seats } = transfer.registration
  const type = await tx.eventRegistrationType.findFirstOrThrow({ where: { tenantId, eventId, id } })
  const isIncluded = sponsorId !== null || exhibitorId !== null || seats === 0
  const isRefused = [
    type.isForMembers && !(await isMember(scope, tx, transfer)) ? 'must be a member' : null,
    type.isForInvited && !isIncluded && !(await isInvited(scope, tx, transfer)) ? 'must be invited' : null,
  ]
  const faults = isRefused.flatMap((message) =>
    message ? [{ pointer: transfer.person.pointer, message: `${message} for the type ${type.name}` }] : [],
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

/** Whether the person has an invitation to the type that no other order has used. */
const isInvited = async (
  scope: Scope,
  tx: Transaction,
  { order, registration: { tenantId, eventId, typeId }, person: { contactId } }: CheckedTransfer,
): Promise<boolean> => {
  const invitation = await tx.eventInvitation.findFirst({ where: { tenantId, eventId, contactId } })
  if (!isPermitted({ id: typeId, isForInvited: true }, invitation) || !invitation) return false
  return (await tx.rows(invitedElsewhereSql(invitation, order.id, scope.clock.now()))).length === 0
}
