import { groupKind } from '#areas/people/groups/groups.queries'
import { listCurrentMemberIds } from '#areas/people/groups/members/members.service'
import type { EventInvitationRequestInput } from '#contract/events/invitations'
import { insufficientScope, ruleRefused } from '#kernel/errors/problem'
import { unknownReference } from '#kernel/records/references'
import { hasGrant, type Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { Event } from '#prisma/client'
import { requireInvitable } from '../invitations.model.ts'

/** Contacts of one job at most. */
const MAX_CONTACTS = 50_000

/** What a request for invitations selects. */
export interface Selection {
  /** Each once, ascending. */
  contactIds: number[]
  typeId: number | null
}

/**
 * Finds whom a request invites: the contacts that it names, and the members of its group.
 *
 * @throws 403; 422 event-rule, unknown-reference, too-many.
 */
export const selectContacts = async (
  scope: Scope,
  tx: Transaction,
  event: Event,
  { ContactIds, GroupId, EventRegistrationTypeId }: EventInvitationRequestInput,
): Promise<Selection> => {
  requireInvitable(event, scope.clock.now())
  await requireType(tx, event, EventRegistrationTypeId ?? null)
  if ((ContactIds ?? []).length > 0 && !hasGrant(scope, 'contacts:read')) throw insufficientScope('contacts:read')
  const members = GroupId ? await membersOf(scope, tx, GroupId) : []
  const contactIds = [...new Set([...(ContactIds ?? []), ...members])].sort((one, other) => one - other)
  if (contactIds.length === 0)
    throw ruleRefused('event-rule', 'No contact is selected.', [
      { pointer: '/ContactIds', message: 'must contain the id of a contact, or GroupId must be a group with members' },
    ])
  if (contactIds.length > MAX_CONTACTS)
    throw ruleRefused('too-many', `${contactIds.length} contacts are selected. One job can invite ${MAX_CONTACTS}.`)
  return { contactIds, typeId: EventRegistrationTypeId ?? null }
}

const membersOf = async (scope: Scope, tx: Transaction, groupId: number): Promise<number[]> => {
  if (!hasGrant(scope, 'groups:read')) throw insufficientScope('groups:read')
  const group = await groupKind.find(tx, { tenantId: scope.db.tenantId, id: groupId }, scope)
  if (!group) throw unknownReference('/GroupId', 'group')
  return listCurrentMemberIds(scope, tx, groupId)
}

/** @throws 422 unknown-reference, event-rule. */
const requireType = async (tx: Transaction, { tenantId, id: eventId }: Event, typeId: number | null): Promise<void> => {
  if (typeId === null) return
  const pointer = '/EventRegistrationTypeId'
  const type = await tx.eventRegistrationType.findFirst({ where: { tenantId, eventId, id: typeId } })
  if (!type) throw unknownReference(pointer, 'registration type of the event')
  if (!type.isForInvited)
    throw ruleRefused('event-rule', 'Everybody can register for this type.', [
      { pointer, message: 'must be a registration type with IsInvitationOnly' },
    ])
}
