import { writeEventFile } from '#areas/work/calendars/items/event-items.service'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { EventRegistration } from '#prisma/client'
import { readOrderLetter } from './order-letters.queries.ts'
import { queueOrderMails } from './order-mails.service.ts'
import { peopleFor } from './recipients.service.ts'

/** Mails the approval of a registration to the payer and to the participant, in its transaction. */
export const mailApproval = async (
  scope: Scope,
  tx: Transaction,
  { id, orderId }: Pick<EventRegistration, 'id' | 'orderId'>,
): Promise<void> => {
  const letter = await readOrderLetter(scope, tx, orderId)
  const approved = letter.registrations.filter((one) => one.id === id)
  const texts = [writeEventFile(scope, letter.event)]
  await queueOrderMails(scope, tx, letter, (to) => {
    const people = peopleFor(to, approved)
    if (people.length === 0) return null
    const templateKey = 'event-registration-approved'
    return { templateKey, key: `${templateKey}:${id}`, people, texts }
  })
}
