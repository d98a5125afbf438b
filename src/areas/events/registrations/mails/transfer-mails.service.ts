import { writeEventFile } from '#areas/work/calendars/items/event-items.service'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { ON_WAITING_LIST } from '../registration-statuses.listing.ts'
import { readOrderLetter } from './order-letters.queries.ts'
import { queueOrderMails } from './order-mails.service.ts'
import { nameOfPerson, peopleFor, type Recipient } from './recipients.service.ts'

/** Mails a transfer to the previous participant, to the new one and to the payer, in its transaction. */
export const mailTransfer = async (
  scope: Scope,
  tx: Transaction,
  orderId: number,
  { fromId, toId }: { fromId: number; toId: number },
): Promise<void> => {
  const letter = await readOrderLetter(scope, tx, orderId)
  const [from] = letter.registrations.filter(({ id }) => id === fromId)
  const [to] = letter.registrations.filter(({ id }) => id === toId)
  if (!from || !to) return
  const key = `event-registration-transferred:${fromId}`
  const file = writeEventFile(scope, letter.event)
  const isFor = (person: typeof from, recipient: Recipient) =>
    peopleFor({ ...recipient, isManager: false }, [person]).length > 0
  await queueOrderMails(scope, tx, letter, (recipient) => {
    if (isFor(to, recipient))
      return {
        templateKey: 'event-registration-taken-over',
        key,
        people: [to],
        ...(to.statusId !== ON_WAITING_LIST && { texts: [file] }),
        data: { transfer: { from: nameOfPerson(from) } },
      }
    if (!recipient.isManager && !isFor(from, recipient)) return null
    const data = recipient.isManager ? { transfer: { to: nameOfPerson(to) } } : {}
    return { templateKey: 'event-registration-transferred', key, people: [from], data }
  })
}
