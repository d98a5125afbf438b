import { canActFor } from '#areas/people/contacts/acting-contacts/acting-contacts.queries'
import { findMemberAddress } from '#areas/people/member-logins/member-logins.queries'
import type {
  CalendarCorrectionsInput,
  CalendarDeclineInput,
  CalendarItemInput,
  CalendarProposalInput,
} from '#contract/work/calendars'
import { badInput, conflict, type FieldFault, Problem, ruleRefused, unauthorized } from '#kernel/errors/problem'
import type { VersionedRow } from '#kernel/listing/list-rows'
import { lockRecord } from '#kernel/records/lock'
import { CHANGED, prepareAndSave } from '#kernel/records/prepared-save'
import { changeOf, recordChange } from '#kernel/records/record-change'
import { type ChangeAction, NEXT_VERSION, nextVersionOf } from '#kernel/records/record-kind'
import type { ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { isMailAddress } from '#kernel/text/mail-address'
import { oneLine } from '#kernel/text/one-line'
import type { CalendarItem, CalendarSubmission, Prisma } from '#prisma/client'
import { calendarKind } from '../calendars.queries.ts'
import { createItem, prepareInThread } from '../items/items.service.ts'
import { queueDecisionMail } from '../mails.service.ts'
import { readSubmission, submissionKind } from './submissions.queries.ts'

/** The maximum number of proposals of a calendar that wait. */
const MAX_PENDING = 500

/**
 * Proposes an item for a calendar, which the caller can view and propose items for.
 *
 * @throws 400, 404, 422 name-needed, wrong-address, calendar-rule, may-not-act, too-many.
 */
export const submitItem = async (
  scope: Scope,
  calendarId: number,
  input: CalendarProposalInput,
): Promise<VersionedRow> => {
  const { tenantId } = scope.db
  const submitter = scope.actor.kind === 'member' ? null : parseSubmitter(input)
  const prepared = await prepareInThread(scope, itemOf(input), null)
  if (prepared instanceof Problem) throw prepared
  const { status: _status, excludedStarts: _excluded, lastEndsAt: _last, ...item } = prepared.data
  return scope.db.transaction(async (tx) => {
    await lockRecord(scope, tx, calendarKind, calendarId)
    const pending = await tx.calendarSubmission.count({ where: { tenantId, calendarId, state: 'pending' } })
    if (pending >= MAX_PENDING)
      throw ruleRefused('too-many', `${MAX_PENDING} proposals wait for this calendar. Try again later.`)
    const from = submitter ?? (await getMemberAsSubmitter(scope, tx, input.OnBehalfOfContactId ?? null))
    const saved = await tx.calendarSubmission.create({
      data: { ...item, ...from, tenantId, calendarId, submittedAt: scope.clock.now() },
    })
    await record(scope, tx, saved, 'created')
    return readSubmission(scope, saved.id, tx)
  })
}

type Submitter = Pick<CalendarSubmission, 'contactId' | 'principalId' | 'submitterName' | 'submitterEmail'>

/** Parses who proposes an item without a member. @throws 400. */
const parseSubmitter = ({ SubmitterName, SubmitterEmail }: CalendarProposalInput): Submitter => {
  const submitterName = oneLine(SubmitterName ?? '')
  if (!submitterName) throw badInput('/SubmitterName', 'is required without an access token of a member')
  const submitterEmail = (SubmitterEmail ?? '').trim().toLowerCase()
  if (!isMailAddress(submitterEmail)) throw badInput('/SubmitterEmail', 'must be a mail address')
  return { contactId: null, principalId: null, submitterName, submitterEmail }
}

/** Finds the member that proposes an item, and the contact for which it acts. @throws 422 may-not-act. */
const getMemberAsSubmitter = async (scope: Scope, tx: Transaction, principalId: number | null): Promise<Submitter> => {
  const { actor } = scope
  if (actor.kind !== 'member') throw new Error('Only members propose without their name')
  const { contactId } = actor
  if (principalId !== null && !(await canActFor(scope, contactId, principalId, tx))) {
    const errors: FieldFault[] = [
      { pointer: '/OnBehalfOfContactId', message: 'must be a contact that you can act for' },
    ]
    throw ruleRefused('may-not-act', 'The member is not allowed to act for this contact.', errors)
  }
  const member = await findMemberAddress(scope, tx, contactId)
  // The token of a member ends with its login.
  if (!member?.email) throw unauthorized('The login of the member was deleted.')
  return {
    contactId,
    principalId: principalId === contactId ? null : principalId,
    submitterName: member.name,
    submitterEmail: member.email,
  }
}

/** Returns the fields of the item itself. */
const itemOf = (input: CalendarProposalInput): CalendarItemInput => {
  const { Title, Description, Location, Url, IsAllDay, Start, End, TimeZone, RecurrenceRule } = input
  const fields = { Title, Description, Location, Url, IsAllDay, Start, End, TimeZone, RecurrenceRule }
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}

/**
 * Approves a proposal: adds its item to the calendar. Fields of `corrections` replace those of the proposal.
 *
 * @throws 400, 404, 409 already-decided, 412, 422 name-needed, wrong-address, calendar-rule, too-many.
 */
export const approveSubmission = (
  scope: Scope,
  id: number,
  corrections: CalendarCorrectionsInput,
  expected: ExpectedVersion,
): Promise<VersionedRow> =>
  prepareAndSave(
    () => readSubmission(scope, id),
    async ({ text }) =>
      prepareInThread(scope, { ...itemOf(JSON.parse(text) as CalendarProposalInput), ...corrections }, null),
    (prepared, before) =>
      scope.db.transaction(async (tx) => {
        const current = await lockPending(scope, tx, id, expected)
        if (current.auditId !== before.auditId) return CHANGED
        if (prepared instanceof Problem) throw prepared
        const { calendarId } = current
        await lockRecord(scope, tx, calendarKind, calendarId)
        const item = await createItem(scope, tx, calendarId, prepared.data)
        return decide(scope, tx, current, { state: 'approved', itemId: item.id }, item)
      }),
  )

/** Declines a proposal. @throws 404, 409 already-decided, 412. */
export const declineSubmission = (
  scope: Scope,
  id: number,
  { Reason }: CalendarDeclineInput,
  expected: ExpectedVersion,
): Promise<VersionedRow> =>
  scope.db.transaction(async (tx) => {
    const current = await lockPending(scope, tx, id, expected)
    return decide(scope, tx, current, { state: 'declined', reason: Reason?.trim() || null }, current)
  })

/** Deletes a proposal. The item of an approved one stays. @throws 404, 412. */
export const deleteSubmission = (scope: Scope, id: number, expected: ExpectedVersion): Promise<void> =>
  scope.db.transaction(async (tx) => {
    const current = await lockRecord(scope, tx, submissionKind, id, expected)
    await tx.calendarSubmission.delete({ where: { tenantId_id: { tenantId: current.tenantId, id } } })
    await record(scope, tx, nextVersionOf(current), 'deleted')
  })

const lockPending = async (
  scope: Scope,
  tx: Transaction,
  id: number,
  expected: ExpectedVersion,
): Promise<CalendarSubmission> => {
  const current = await lockRecord(scope, tx, submissionKind, id, expected)
  if (current.state !== 'pending') throw conflict('already-decided', `The proposal is ${current.state} already.`)
  return current
}

const decide = async (
  scope: Scope,
  tx: Transaction,
  { tenantId, id }: CalendarSubmission,
  decision: Pick<Prisma.CalendarSubmissionUpdateInput, 'state' | 'reason' | 'itemId'>,
  item: Pick<CalendarItem, 'title' | 'localStart'>,
): Promise<VersionedRow> => {
  const data = { ...decision, decidedAt: scope.clock.now(), ...NEXT_VERSION }
  const saved = await tx.calendarSubmission.update({ where: { tenantId_id: { tenantId, id } }, data })
  await queueDecisionMail(scope, tx, saved, item)
  await record(scope, tx, saved, 'updated')
  return readSubmission(scope, id, tx)
}

const record = (scope: Scope, tx: Transaction, submission: CalendarSubmission, action: ChangeAction): Promise<void> => {
  const { calendarId, title, state } = submission
  const payload = { calendarId, title, state }
  return recordChange(scope, tx, changeOf(submissionKind, submission, action, { payload }))
}
