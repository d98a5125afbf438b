import { contactKind } from '#areas/people/contacts/contacts.queries'
import type { Task } from '#kernel/jobs/task'
import { systemScope } from '#kernel/outbox/deliver'
import { lockRows } from '#kernel/records/lock'
import { changeOf, recordChanges } from '#kernel/records/record-change'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { Event } from '#prisma/client'
import { isInvitable, newInvitationCode } from '../invitations.model.ts'
import { invitationKind } from '../invitations.queries.ts'
import { addInvitationsSql, type Candidate, candidatesSql } from '../invitations.sql.ts'
import { mailInvitations } from '../mails.service.ts'
import { createOutcomes } from './runs.queries.ts'
import { addCountsSql, finishSql, lockBatchSql, type OutcomeCounts, type RunBatch, type RunKey } from './runs.sql.ts'

/** Contacts in one transaction: few enough that a registration waits well below a second for one of them. */
const BATCH = 200

/**
 * Invites contacts, or continues after the job was killed. Each batch commits its invitations and mails with its
 * position, so that no contact is invited twice. An error leaves it running: the job is retried.
 *
 * @param origin of this server for recipients, without a slash at the end.
 */
export const inviteContacts =
  (origin: string): Task =>
  async (context, payload) => {
    const { tenantId, eventId, runId } = payload as { tenantId: number; eventId: number; runId: string }
    const scope = await systemScope(context, tenantId)
    const key = { tenantId, id: runId }
    while (await scope.db.transaction((tx) => inviteBatch(scope, tx, { key, eventId, origin })));
  }

interface Run {
  key: RunKey
  eventId: number
  origin: string
}

/** Returns false after the last batch. The event is locked, so that no contact registers while it is invited. */
const inviteBatch = async (scope: Scope, tx: Transaction, { key, eventId, origin }: Run): Promise<boolean> => {
  const { tenantId } = key
  await lockRows(scope, tx, { table: 'event' }, [eventId], 'share')
  const [batch] = await tx.rows<RunBatch>(lockBatchSql(key, BATCH))
  const event = await tx.event.findFirst({ where: { tenantId, id: eventId } })
  if (!batch || !event) return false
  const now = scope.clock.now()
  if (batch.contactIds.length === 0) {
    await tx.rows(finishSql(key, 'completed', now))
    return false
  }
  if (!isInvitable(event, now) || !(await hasType(tx, event, batch.typeId))) {
    await tx.rows(finishSql(key, 'stopped', now))
    return false
  }
  const counts = await inviteContactsOf(scope, tx, { event, origin, batch })
  await tx.rows(addCountsSql(key, counts))
  return true
}

const hasType = async (tx: Transaction, { tenantId, id: eventId }: Event, typeId: number | null): Promise<boolean> =>
  typeId === null || (await tx.eventRegistrationType.count({ where: { tenantId, eventId, id: typeId } })) > 0

interface Batch {
  event: Event
  origin: string
  batch: RunBatch
}

const inviteContactsOf = async (
  scope: Scope,
  tx: Transaction,
  { event, origin, batch: { contactIds, typeId, message } }: Batch,
): Promise<OutcomeCounts> => {
  const { tenantId } = scope.db
  const eventId = event.id
  await lockRows(scope, tx, contactKind, contactIds, 'share')
  const candidates = await tx.rows<Candidate>(candidatesSql({ tenantId, eventId, contactIds }))
  const invited = candidates.filter(({ outcome }) => outcome === 'invited')
  const codes = new Map(invited.map(({ contactId }) => [contactId, newInvitationCode(tenantId)]))
  const rows = [...codes].map(([contactId, { codeHash }]) => ({ contactId, codeHash }))
  const added = await tx.rows<{ id: number; contactId: number }>(
    addInvitationsSql({ tenantId, eventId, typeId, sentAt: scope.clock.now(), rows }),
  )
  await recordNew(scope, tx, eventId, added)
  const people = new Map(invited.map((candidate) => [candidate.contactId, candidate]))
  const mails = added.flatMap(({ id, contactId }) => {
    const to = people.get(contactId)
    const code = codes.get(contactId)
    if (!to?.emailAddress || !code) return []
    const { name, firstName, emailAddress } = to
    return [{ invitationId: id, auditId: 1, contactId, code: code.code, to: { name, firstName, emailAddress } }]
  })
  await mailInvitations(scope, tx, { origin, event, message }, mails)
  return countsOf(candidates, added.length)
}

/** A contact that another job has invited since the candidates were read was invited already. */
const countsOf = (candidates: readonly Candidate[], added: number): OutcomeCounts => {
  const counts = createOutcomes()
  for (const { outcome } of candidates) counts[outcome]++
  return { ...counts, invited: added, alreadyInvited: counts.alreadyInvited + counts.invited - added }
}

const recordNew = async (
  scope: Scope,
  tx: Transaction,
  eventId: number,
  added: readonly { id: number; contactId: number }[],
): Promise<void> => {
  const changes = added.map(({ id, contactId }) => {
    const payload = { eventId, contactId, state: 'Invited' }
    return changeOf(invitationKind, { id, auditId: 1 }, 'created', { payload })
  })
  await recordChanges(scope, tx, changes)
}
