import { findMemberAddress } from '#areas/people/memberships/mails/mails.queries'
import { writeEventFile } from '#areas/work/calendars/items/event-items.service'
import { hashOfLinkKey, makeLinkKey } from '#kernel/crypto/link-keys'
import { fromCents, toCents } from '#kernel/money/cents'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { addressKeyOf } from '#kernel/text/mail-address'
import type { Prisma } from '#prisma/client'
import { queueMail, type TextAttachment } from '#services/mail/queue-mail'
import { AWAITING_APPROVAL, ON_WAITING_LIST, STATUSES } from '../registration-statuses.listing.ts'
import { type OrderLetter, readOrderLetter } from './order-letters.queries.ts'
import {
  checkInCodeOf,
  eventVariablesOf,
  nameOfPerson,
  type Recipient,
  recipientsOf,
  selectPeople,
} from './recipients.service.ts'

type Person = OrderLetter['registrations'][number]

/** A mail about an order to one recipient. */
export interface OrderMail {
  templateKey: string
  /** With the address unique in the tenant. */
  key: string
  people: readonly Person[]
  /** More variables of the order. */
  order?: Prisma.InputJsonObject
  data?: Prisma.InputJsonObject
  texts?: readonly TextAttachment[]
}

/**
 * Queues mails about an order: one for each address, in the transaction of what they report. None if the order sends no mails.
 *
 * @param write returns what a recipient gets; null for nothing.
 */
export const queueOrderMails = async (
  scope: Scope,
  tx: Transaction,
  letter: OrderLetter,
  write: (to: Recipient) => OrderMail | null,
): Promise<void> => {
  const { contactId, sendsMail, event, id } = letter
  if (!sendsMail) return
  const payer = contactId === null ? undefined : await findMemberAddress(scope, tx, contactId)
  const mails = recipientsOf(letter, payer ?? null).flatMap((to) => {
    const mail = write(to)
    if (!mail) return []
    const { templateKey, key, people, order, data, texts } = mail
    const shown = { number: `E${event.id}-${id}`, people: people.map(presentPerson), ...order }
    return {
      key: `${key}:${addressKeyOf(to.address)}`,
      templateKey,
      to,
      ...(texts && { texts }),
      data: { event: eventVariablesOf(event), order: shown, ...data },
    }
  })
  await queueMail(scope, tx, mails)
}

const presentPerson = (person: Person) => {
  const code = checkInCodeOf(person)
  return {
    name: nameOfPerson(person),
    type: person.type.name,
    status: STATUSES[person.statusId] ?? '',
    sessions: person.sessions.map(({ session }) => session.name),
    is_waiting: person.statusId === ON_WAITING_LIST,
    ...(code !== null && { code }),
  }
}

/**
 * Confirms a submitted order by mail: to the payer, to the person that filled in the form, and to each participant with an
 * address. The payer's mail contains the links to change and to cancel. Call it once, in the transaction that submits the order, when the
 * statuses, the invoice and the payment are written.
 */
export const confirmEventOrder = async (scope: Scope, tx: Transaction, orderId: number): Promise<void> => {
  const { tenantId } = scope.db
  const letter = await readOrderLetter(scope, tx, orderId)
  // The key of a mail that was sent must stay valid.
  if (!letter.sendsMail || letter.manageHash) return
  const { event, registrations } = letter
  const key = makeLinkKey()
  await tx.eventOrder.update({
    where: { tenantId_id: { tenantId, id: orderId } },
    data: { manageHash: hashOfLinkKey(key) },
  })
  const file = writeEventFile(scope, event)
  await queueOrderMails(scope, tx, letter, (to) => {
    const people = selectPeople(to, registrations)
    const isWaiting = people.length > 0 && people.every(({ statusId }) => statusId === ON_WAITING_LIST)
    const templateKey = isWaiting ? 'event-waiting-list-joined' : 'event-registration-confirmed'
    const canCancel = event.canCancel || people.some(({ statusId }) => statusId === ON_WAITING_LIST)
    return {
      templateKey,
      key: `event-registration-confirmed:${orderId}`,
      people,
      order: {
        ...(people.some(({ statusId }) => statusId === AWAITING_APPROVAL) && { awaits_approval: true }),
        ...(to.isManager && amountsOf(scope, letter)),
        ...(to.isManager && { change_path: pathOf(scope, event.id, 'change', key) }),
        ...(to.isManager && canCancel && { cancel_path: pathOf(scope, event.id, 'cancel', key) }),
      },
      ...(!isWaiting && { texts: [file] }),
    }
  })
}

const pathOf = ({ tenant }: Scope, eventId: number, page: 'cancel' | 'change', key: string): string =>
  `/events/${tenant.key}/${eventId}/${page}?order=${key}`

/** Returns what an order costs, for its payer. What the processor collects is not still to pay. */
const amountsOf = ({ tenant }: Scope, { lines, invoice, paymentKind }: OrderLetter): Prisma.InputJsonObject => {
  if (!invoice) return {}
  const amounts = lines.map(({ amount, discount, tax }) => toCents(amount) - toCents(discount) + toCents(tax))
  const toPay = paymentKind === 'Invoice' ? toCents(invoice.balance) : 0
  return {
    currency: tenant.currencyCode,
    lines: lines.map(({ name, quantity }, at) => ({ name, quantity, amount: fromCents(amounts[at] ?? 0) })),
    total: fromCents(amounts.reduce((sum, cents) => sum + cents, 0)),
    invoice_number: invoice.number,
    ...(toPay > 0 && { to_pay: fromCents(toPay) }),
  }
}
