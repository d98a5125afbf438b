import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { EventOrder } from '#prisma/client'
import { shownAt } from '../registrations/mails/event-letter.service.ts'
import { readOrderLetter } from '../registrations/mails/order-letters.queries.ts'
import { queueOrderMails } from '../registrations/mails/order-mails.service.ts'
import { peopleFor } from '../registrations/mails/recipients.service.ts'

/** Mails an offer with the link that accepts it: to the payer and to the people who waited. */
export const mailOffer = async (scope: Scope, tx: Transaction, offer: EventOrder, key: string): Promise<void> => {
  const letter = await readOrderLetter(scope, tx, offer.id)
  const { event } = letter
  const path = `/events/${scope.tenant.key}/${event.id}?cart=${key}`
  const until = shownAt(offer.heldUntil ?? event.startsAt, event)
  await queueOrderMails(scope, tx, letter, (to) => ({
    templateKey: 'event-seat-offered',
    key: `event-seat-offered:${offer.id}`,
    people: peopleFor(to, letter.registrations),
    data: { offer: { until, path } },
  }))
}

/** Reports that an offer was not accepted in time. */
export const mailExpiredOffer = async (scope: Scope, tx: Transaction, orderId: number): Promise<void> => {
  const letter = await readOrderLetter(scope, tx, orderId)
  await queueOrderMails(scope, tx, letter, (to) => ({
    templateKey: 'event-offer-expired',
    key: `event-offer-expired:${orderId}`,
    people: peopleFor(to, letter.registrations),
  }))
}
