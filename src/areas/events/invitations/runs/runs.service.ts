import { eventKind } from '#areas/events/events/events.queries'
import { groupKind } from '#areas/people/groups/groups.queries'
import { listCurrentMemberIds } from '#areas/people/groups/members/members.service'
import type { EventInvitationRequestInput } from '#contract/events/invitations'
import { insufficientScope, ruleRefused } from '#kernel/errors/problem'
import { enqueueJobs } from '#kernel/jobs/enqueue'
import { lockRecord } from '#kernel/records/lock'
import { changeOf, recordChange } from '#kernel/records/record-change'
import { unknownReference } from '#kernel/records/references'
import { hasGrant, type Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { Event, EventInvitationRun } from '#prisma/client'
import { requireInvitable } from '../invitations.model.ts'

/** Contacts of one job at most. */
const MAX_CONTACTS = 50_000

/** What a request for invitations selects. */
interface Selection {
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

/** The job that invites contacts. */
export const INVITE_CONTACTS = 'invite_contacts'

/** How long ended jobs are kept. */
const KEPT_MS = 30 * 86_400_000

/** Starts a job that invites contacts. @throws 403; 404; 422 event-rule, unknown-reference, too-many. */
export const startRun = (
  scope: Scope,
  eventId: number,
  request: EventInvitationRequestInput,
): Promise<EventInvitationRun> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    const event = await lockRecord(scope, tx, eventKind, eventId, undefined, 'share')
    const { contactIds, typeId } = await selectContacts(scope, tx, event, request)
    const startedAt = scope.clock.now()
    const expired = { lt: new Date(startedAt.getTime() - KEPT_MS) }
    await tx.eventInvitationRun.deleteMany({ where: { tenantId, finishedAt: expired } })
    const id = crypto.randomUUID()
    const data = { tenantId, id, eventId, typeId, contactIds, contactCount: contactIds.length, startedAt }
    const run = await tx.eventInvitationRun.create({ data: { ...data, message: request.Message?.trim() || null } })
    await enqueueJobs(tx, [
      {
        name: INVITE_CONTACTS,
        payload: { tenantId, eventId, runId: id },
        key: `${INVITE_CONTACTS}:${tenantId}:${id}`,
        queue: `${INVITE_CONTACTS}:${tenantId}`,
      },
    ])
    const changes = { runId: id, eventId, typeId, contactCount: contactIds.length }
    const kind = { entity: 'eventinvitationrun' }
    await recordChange(scope, tx, changeOf(kind, { id: run.number, auditId: 1 }, 'created', { changes }))
    return run
  })
