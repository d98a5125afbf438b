import { eventKind } from '#areas/events/events/events.queries'
import type { EventInvitationRequestInput } from '#contract/events/invitations'
import { enqueueJobs } from '#kernel/jobs/enqueue'
import { lockRecord } from '#kernel/records/lock'
import { changeOf, recordChange } from '#kernel/records/record-change'
import type { Scope } from '#kernel/tenancy/scope'
import type { EventInvitationRun } from '#prisma/client'
import { selectContacts } from './selection.service.ts'

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
