import { runForWholeTenant } from '#kernel/tenancy/whole-tenant'
import { type MailRequest, queueMail } from '#services/mail/queue-mail'
import type { LockedTerm } from '../locked-membership.model.ts'
import type { ChangeContext } from '../membership-change.service.ts'
import type { Span, TermKind } from '../terms/terms.model.ts'
import { type MemberAddress, memberAddressSql, RENEWED, WELCOME } from './mails.queries.ts'

/** The template of the mail about a term that takes effect. Reinstated memberships get none. */
const TEMPLATES: Partial<Record<TermKind, string>> = { first: WELCOME, renewal: RENEWED }

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
  const templateKey = TEMPLATES[kind]
  if (templateKey === undefined) return
  await runForWholeTenant(scope, tx, async () => {
    const [member] = await tx.rows<MemberAddress>(memberAddressSql(scope.db.tenantId, membership.contactId))
    if (member) await queueMail(scope, tx, [mailOf(context, templateKey, member, term, span)])
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
