import { requireContacts } from '#areas/people/contacts/contacts.queries'
import type { LoginMerge } from '#areas/people/contacts/merges/merge-followers.service'
import type { MemberLoginInput } from '#contract/people/member-logins'
import { badInput, conflict, ruleRefused } from '#kernel/errors/problem'
import { enqueueJobs } from '#kernel/jobs/enqueue'
import type { VersionedRow } from '#kernel/listing/list-rows'
import { lockRecord, lockRecordIfPresent } from '#kernel/records/lock'
import { changeOf, recordChange } from '#kernel/records/record-change'
import { type ChangeAction, NEXT_VERSION, nextVersionOf } from '#kernel/records/record-kind'
import { unknownReference } from '#kernel/records/references'
import type { ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { isMailAddress } from '#kernel/text/mail-address'
import type { MemberLogin, Prisma } from '#prisma/client'
import { loginName } from '#services/identity/logins'
import { memberLinkJob } from '#services/identity/members/member-links'
import { notifyMember } from '#services/identity/members/member-notices'
import { foreseeSuppression } from '#services/mail/refusals'
import { changedPart } from '#services/tenant-log/changed-part'
import { memberLoginKind, readMemberLogin, requireMember } from './member-logins.queries.ts'

/** Parses the address of a login: undefined if the request contains none. Blank means none as well. @throws 400. */
const parseEmail = ({ EmailAddress }: MemberLoginInput): string | undefined => {
  const email = loginName(EmailAddress ?? '')
  if (!email) return undefined
  if (!isMailAddress(email)) throw badInput('/EmailAddress', 'must be a mail address')
  return email
}

const INDIVIDUAL = 1

/**
 * Creates the login of a contact, and mails an invitation if requested.
 *
 * @throws 400, 409 duplicate, mail-suppressed, 422 unknown-reference, email-needed.
 */
export const createMemberLogin = (scope: Scope, input: MemberLoginInput): Promise<VersionedRow> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    const contactId = input.ContactId ?? 0
    const email = parseEmail(input) ?? (await findPrimaryEmail(scope, tx, contactId))
    await requireFree(scope, tx, { email, contactId })
    const now = scope.clock.now()
    const saved = await tx.memberLogin.create({
      data: {
        tenantId,
        contactId,
        email,
        createdAt: now,
        // Later than this: a session that starts now is valid.
        validFrom: new Date(now.getTime() - 1),
        disabledAt: input.IsDisabled ? now : null,
        invitedAt: input.IsInvited ? now : null,
      },
    })
    if (input.IsInvited) await mailInvitation(tx, saved)
    await record(scope, tx, saved, 'created')
    return readMemberLogin(scope, saved.id, tx)
  })

/**
 * Changes the address of a login, or disables or enables it. Both end its sessions and tokens, except enabling. A save
 * that changes nothing writes nothing.
 *
 * @throws 400, 404, 409 duplicate, stale-audit-id, 412, 422 contact-fixed.
 */
export const changeMemberLogin = (
  scope: Scope,
  id: number,
  input: MemberLoginInput,
  expected: ExpectedVersion,
): Promise<VersionedRow> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    const current = await lockRecord(scope, tx, memberLoginKind, id, expected)
    requireSameContact(input, current)
    const wasDisabled = current.disabledAt !== null
    const email = parseEmail(input) ?? current.email
    const isDisabled = input.IsDisabled ?? wasDisabled
    const isMoved = email !== current.email
    if (!isMoved && isDisabled === wasDisabled) return readMemberLogin(scope, id, tx)
    if (isMoved) await requireFree(scope, tx, { email })
    const now = scope.clock.now()
    const ended = isMoved || isDisabled ? { validFrom: now } : {}
    const disabledAt = isDisabled ? (current.disabledAt ?? now) : null
    const saved = await update(tx, { tenantId, id }, { email, disabledAt, ...ended })
    await record(scope, tx, saved, 'updated', changedPart('IsDisabled', wasDisabled, isDisabled))
    const { contactId } = saved
    if (isMoved)
      await notifyMember(scope, tx, { templateKey: 'member-address-changed', contactId, to: current.email, email })
    return readMemberLogin(scope, saved.id, tx)
  })

const requireSameContact = ({ ContactId }: MemberLoginInput, { contactId }: MemberLogin): void => {
  if (ContactId === undefined || ContactId === contactId) return
  throw ruleRefused('contact-fixed', 'A login stays with its contact. Delete it and create another one.', [
    { pointer: '/ContactId', message: `must be ${contactId}` },
  ])
}

/** Mails an invitation. @throws 404, 409 login-disabled, mail-suppressed, 412. */
export const inviteMember = (scope: Scope, id: number, expected: ExpectedVersion): Promise<VersionedRow> =>
  scope.db.transaction(async (tx) => {
    const current = await lockRecord(scope, tx, memberLoginKind, id, expected)
    if (current.disabledAt) throw conflict('login-disabled', 'The login is disabled. Enable it first.')
    const saved = await update(tx, current, { invitedAt: scope.clock.now() })
    await mailInvitation(tx, saved)
    await record(scope, tx, saved, 'updated', { invited: true })
    return readMemberLogin(scope, saved.id, tx)
  })

/** Ends all sessions, links and tokens of a login. @throws 404, 412. */
export const signOutMember = (scope: Scope, id: number, expected?: ExpectedVersion): Promise<VersionedRow> =>
  scope.db.transaction(async (tx) => {
    const current = await lockRecord(scope, tx, memberLoginKind, id, expected)
    const saved = await update(tx, current, { validFrom: scope.clock.now() })
    await record(scope, tx, saved, 'updated', { signedOut: true })
    return readMemberLogin(scope, saved.id, tx)
  })

/** Deletes a login with its password, sessions and links. Its tokens end with it. @throws 404, 412. */
export const deleteMemberLogin = (scope: Scope, id: number, expected: ExpectedVersion): Promise<void> =>
  scope.db.transaction(async (tx) => {
    await deleteLocked(scope, tx, await lockRecord(scope, tx, memberLoginKind, id, expected), {})
  })

/**
 * Deletes the login of the loser of a merge if the winner has one, too: a contact has one login. Its tokens end with it.
 * Returns its id, or null if none is deleted.
 */
export const deleteLoginOfLoser: LoginMerge = async (scope, tx, { winner, loser }) => {
  const where = { tenantId: scope.db.tenantId, contactId: { in: [winner, loser] } }
  const logins = await tx.memberLogin.findMany({ where, select: { id: true, contactId: true } })
  const found = logins.length === 2 ? logins.find(({ contactId }) => contactId === loser) : undefined
  if (!found) return null
  const current = await lockRecordIfPresent(scope, tx, memberLoginKind, found.id)
  if (!current) return null
  await deleteLocked(scope, tx, current, { mergedIntoContactId: winner })
  return current.id
}

const deleteLocked = async (
  scope: Scope,
  tx: Transaction,
  current: MemberLogin,
  changes: Prisma.InputJsonObject,
): Promise<void> => {
  const { tenantId, id } = current
  await tx.memberLogin.delete({ where: { tenantId_id: { tenantId, id } } })
  await record(scope, tx, nextVersionOf(current), 'deleted', changes)
}

/** Ends all sessions, links and tokens of the signed-in member. @throws 403 not-a-member. */
export const signOutSelf = async (scope: Scope): Promise<void> => {
  await signOutMember(scope, requireMember(scope).id)
}

const update = (
  tx: Transaction,
  { tenantId, id }: Pick<MemberLogin, 'tenantId' | 'id'>,
  data: Prisma.MemberLoginUpdateInput,
): Promise<MemberLogin> =>
  tx.memberLogin.update({ where: { tenantId_id: { tenantId, id } }, data: { ...data, ...NEXT_VERSION } })

/** Returns the primary email address of an individual. @throws 422 unknown-reference, email-needed. */
const findPrimaryEmail = async (scope: Scope, tx: Transaction, contactId: number): Promise<string> => {
  const contact = await getIndividual(scope, tx, contactId)
  const email = contact.emailAddress?.toLowerCase()
  if (email) return email
  throw ruleRefused('email-needed', 'The contact has no email address.', [
    { pointer: '/EmailAddress', message: 'is required, because the contact has no primary email address' },
  ])
}

const getIndividual = async (scope: Scope, tx: Transaction, id: number) => {
  await requireContacts(scope, tx, [{ pointer: '/ContactId', contactId: id }])
  const contact = await tx.contact.findFirst({ where: { tenantId: scope.db.tenantId, id, systemTypeId: INDIVIDUAL } })
  if (!contact) throw unknownReference('/ContactId', 'individual')
  return contact
}

// The unique indexes decide where two save at once; this check names the rule in the response.
const requireFree = async (
  scope: Scope,
  tx: Transaction,
  { email, contactId }: { email: string; contactId?: number },
): Promise<void> => {
  const { tenantId } = scope.db
  if (contactId !== undefined) await getIndividual(scope, tx, contactId)
  const own = contactId === undefined ? [] : [{ contactId }]
  const other = await tx.memberLogin.findFirst({ where: { tenantId, OR: [{ email }, ...own] } })
  if (!other) return
  const what = other.email === email ? `There is another login with the address ${email}.` : 'The contact has a login.'
  throw conflict('duplicate', what)
}

/**
 * Mails an invitation only if the mail would be sent: an invitation that never arrives must not look like one. @throws
 * 409 mail-suppressed.
 */
const mailInvitation = async (tx: Transaction, { tenantId, id, email, contactId }: MemberLogin): Promise<void> => {
  const mail = { tenantId, address: email, contactId, templateKey: 'member-invitation' }
  const reason = await foreseeSuppression(tx, mail)
  if (reason !== null) throw conflict('mail-suppressed', `Mail to the address ${email} is suppressed: ${reason}.`)
  const to = { memberId: id }
  await enqueueJobs(tx, [memberLinkJob({ tenantId, requestId: crypto.randomUUID(), to, purpose: 'invitation' })])
}

const record = (
  scope: Scope,
  tx: Transaction,
  login: MemberLogin,
  action: ChangeAction,
  changes: Prisma.InputJsonObject = {},
): Promise<void> =>
  recordChange(
    scope,
    tx,
    changeOf(memberLoginKind, login, action, { changes, payload: { contactId: login.contactId } }),
  )
