import { findMeantContact } from '#kernel/records/merged-contacts'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { EventInvitation } from '#prisma/client'
import type { EventVisit, OpenEvent } from '../event-visit.queries.ts'
import type { RegistrationForm } from '../forms/form.input.ts'

/** Finds the contact that a credential identifies as the payer: the one that staff name, or the member that is signed in. */
export const findKnownPayer = async (
  { scope, isStaff, contactId }: EventVisit,
  tx: Transaction,
  { body, billing }: Pick<RegistrationForm, 'body' | 'billing'>,
): Promise<number | null> => {
  const named = isStaff ? Number(billing?.ContactId ?? body.TargetContactId ?? 0) : 0
  const { tenantId } = scope.db
  const id = named > 0 ? await findMeantContact(tx, tenantId, named) : contactId
  if (!id) return null
  const found = await tx.contact.findFirst({ where: { tenantId, id, deletedAt: null }, select: { id: true } })
  return found?.id ?? null
}

/**
 * The contact whose invitation proves whose benefits can be used; null if the event requires a credential. An email address
 * proves nothing, whatever the event accepts as proof of a membership: a stranger must not use up what a business has.
 */
export const invitedPayer = (
  { membershipProof }: Pick<OpenEvent, 'membershipProof'>,
  invitation: Pick<EventInvitation, 'contactId'> | null,
): number | null => (membershipProof === 'SignIn' ? null : (invitation?.contactId ?? null))
