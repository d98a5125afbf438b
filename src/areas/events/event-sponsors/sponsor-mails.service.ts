import { eventVariablesOf } from '#areas/events/registrations/mails/recipients.service'
import { findMemberAddress } from '#areas/people/memberships/mails/mails.queries'
import type { EventRegisterV2Input } from '#contract/events/public-registration'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { addressKeyOf, isMailAddress } from '#kernel/text/mail-address'
import type { EventSponsor } from '#prisma/client'
import { queueMail } from '#services/mail/queue-mail'

const TEMPLATE = 'event-sponsor-declined'

interface Recipient {
  address: string | null | undefined
  name: string | null
  contactId: number | null
}

/**
 * Mails a sponsor that it was declined, in the transaction of the change: to its contact person and its organization as they were
 * entered, else as their contacts have it, and to the payer of its order. One mail for each address.
 */
export const mailDeclinedSponsor = async (scope: Scope, tx: Transaction, sponsor: EventSponsor): Promise<void> => {
  const { tenantId, id, eventId, tierId, approvalCount, auditId } = sponsor
  const event = await tx.event.findFirstOrThrow({ where: { tenantId, id: eventId } })
  const tier = await tx.eventTier.findFirstOrThrow({ where: { tenantId, id: tierId }, select: { name: true } })
  const unique = new Map<string, Recipient & { address: string }>()
  for (const { address, ...one } of await recipientsOf(scope, tx, sponsor)) {
    const sent = address?.trim() ?? ''
    if (isMailAddress(sent) && !unique.has(addressKeyOf(sent)))
      unique.set(addressKeyOf(sent), { ...one, address: sent })
  }
  // A sponsor can be approved and declined again.
  const key = `${TEMPLATE}:${id}:${approvalCount}:${auditId}`
  const named = { tier: tier.name, ...(sponsor.name !== null && { name: sponsor.name }) }
  const mails = [...unique].map(([addressKey, to]) => ({
    key: `${key}:${addressKey}`,
    templateKey: TEMPLATE,
    to,
    data: { event: eventVariablesOf(event), sponsor: named },
  }))
  await queueMail(scope, tx, mails)
}

const recipientsOf = async (scope: Scope, tx: Transaction, sponsor: EventSponsor): Promise<Recipient[]> => {
  const { tenantId, orderId, personId, contactId, emailAddress, organizationEmail, firstName, lastName, name } = sponsor
  const of = async (id: number | null) => (id === null ? undefined : await findMemberAddress(scope, tx, id))
  const [person, organization] = [await of(personId), await of(contactId)]
  const where = { tenantId, id: orderId ?? 0 }
  const order = await tx.eventOrder.findFirst({ where, select: { form: true, contactId: true, sendsMail: true } })
  const entered = [firstName, lastName].filter(Boolean).join(' ') || null
  return [
    { address: emailAddress ?? person?.emailAddress, name: entered ?? person?.name ?? null, contactId: personId },
    { address: organizationEmail ?? organization?.emailAddress, name: name ?? organization?.name ?? null, contactId },
    ...(order?.sendsMail ? [await payerOf(scope, tx, order)] : []),
  ]
}

const payerOf = async (
  scope: Scope,
  tx: Transaction,
  { form, contactId }: { form: unknown; contactId: number | null },
): Promise<Recipient> => {
  const { BillingInfo } = form as Pick<EventRegisterV2Input, 'BillingInfo'>
  const known = contactId === null ? undefined : await findMemberAddress(scope, tx, contactId)
  const name = [BillingInfo?.FirstName, BillingInfo?.LastName].filter(Boolean).join(' ') || (known?.name ?? null)
  return { address: BillingInfo?.EmailAddress ?? known?.emailAddress, name, contactId }
}
