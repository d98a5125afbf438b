import type { MembershipMailsSaveInput } from '#contract/people/memberships'
import { type MailRequest, queueMail } from '#kernel/mail/queue-mail'
import { lockSubject } from '#kernel/records/lock'
import { changeOf, recordChange } from '#kernel/records/record-change'
import type { Scope } from '#kernel/tenancy/scope'
import { runForWholeTenant } from '#kernel/tenancy/whole-tenant'
import type { LockedTerm } from '../locked-membership.model.ts'
import type { ChangeContext } from '../membership-change.service.ts'
import type { Span, TermKind } from '../terms/terms.model.ts'
import { getMailSwitches, type MailSwitches } from './mails.queries.ts'
import { type MemberAddress, memberAddressSql } from './mails.sql.ts'

const mailsKind = { entity: 'membershipmails', events: {} }

/** Switches mails on or off; a mail that is left out stays as it is. */
export const saveMailSwitches = (scope: Scope, input: MembershipMailsSaveInput): Promise<MailSwitches> =>
  scope.db.transaction(async (tx) => {
    await lockSubject(scope, tx, 'membership_mail_switch')
    const current = await getMailSwitches(scope, tx)
    const next = {
      isWelcomeOn: input.IsWelcomeOn ?? current.isWelcomeOn,
      isRenewedOn: input.IsRenewedOn ?? current.isRenewedOn,
    }
    const data = { ...next, tenantId: scope.db.tenantId, switchedAt: scope.clock.now() }
    const { id } = await tx.membershipMailSwitch.create({ data })
    await recordChange(scope, tx, changeOf(mailsKind, { id, auditId: 1 }, 'created', { changes: next }))
    return next
  })

/** The template of the mail about a term that takes effect. Reinstated memberships get none. */
const TEMPLATES: Partial<Record<TermKind, { key: string; isOn: (switches: MailSwitches) => boolean }>> = {
  first: { key: 'membership-joined', isOn: ({ isWelcomeOn }) => isWelcomeOn },
  renewal: { key: 'membership-renewed', isOn: ({ isRenewedOn }) => isRenewedOn },
}

/**
 * Queues the mail about a term that has just taken effect: Welcome for the first one, Membership renewed for a renewal.
 * Sends none if the tenant has switched it off, or if the contact has no address.
 */
export const queueTermMail = async (
  context: ChangeContext,
  kind: TermKind,
  term: LockedTerm,
  span: Span,
): Promise<void> => {
  const { scope, tx, membership } = context
  const template = TEMPLATES[kind]
  if (!template?.isOn(await getMailSwitches(scope, tx))) return
  await runForWholeTenant(scope, tx, async () => {
    const [member] = await tx.rows<MemberAddress>(memberAddressSql(scope.db.tenantId, membership.contactId))
    if (member) await queueMail(scope, tx, [mailOf(context, template.key, member, term, span)])
  })
}

const mailOf = (
  { membership, today }: ChangeContext,
  templateKey: string,
  { name, firstName, emailAddress }: MemberAddress,
  term: LockedTerm,
  { startsOn, endsOn }: Span,
): MailRequest => ({
  key: `${templateKey}:${membership.id}:${term.id}`,
  templateKey,
  to: { address: emailAddress, name, contactId: membership.contactId },
  data: {
    contact: { name, ...(firstName && { first_name: firstName }) },
    membership: {
      id: membership.id,
      type: membership.type.name,
      ...(term.level && { level: term.level.name }),
      ...(startsOn > today && { begins_on: startsOn }),
      ends_on: endsOn,
    },
  },
})
