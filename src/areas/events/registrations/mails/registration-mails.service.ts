import type { EventFollower } from '#areas/events/events/events.service'
import { writeEventFile } from '#areas/work/calendars/items/event-items.service'
import { enqueueJobs } from '#kernel/jobs/enqueue'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { Event, EventRegistration } from '#prisma/client'
import { offerFreeSeats } from '../registration-changes.service.ts'
import { LIVE, ON_WAITING_LIST } from '../registration-statuses.listing.ts'
import { readOrderLetter } from './order-letters.queries.ts'
import { queueOrderMails } from './order-mails.service.ts'
import { nameOfPerson, type Recipient, selectPeople } from './recipients.service.ts'

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
    const people = selectPeople(to, approved)
    if (people.length === 0) return null
    const templateKey = 'event-registration-approved'
    return { templateKey, key: `${templateKey}:${id}`, people, texts }
  })
}

/** The job that mails a new time or location of an event. */
export const MAIL_EVENT_CHANGE = 'mail_event_change'

/** Orders of one transaction. */
const BATCH = 100

/** Requests the mails about a new time or location. Changes in a row are mailed once, if the job has not run yet. */
const enqueueChangeMails = ({ db: { tenantId } }: Scope, tx: Transaction, eventId: number): Promise<void> => {
  const key = `${MAIL_EVENT_CHANGE}:${tenantId}:${eventId}`
  return enqueueJobs(tx, [{ name: MAIL_EVENT_CHANGE, payload: { tenantId, eventId }, key, queue: key }])
}

/** Mails the time and the location of an event to everybody that comes. A repeated run sends no mail twice. */
export const mailEventChange = async (scope: Scope, eventId: number): Promise<void> => {
  const { tenantId, prisma } = scope.db
  const isLive = { some: { statusId: { in: [...LIVE] } } }
  for (let after = 0; ; ) {
    const orders = await prisma.eventOrder.findMany({
      where: {
        tenantId,
        eventId,
        id: { gt: after },
        sendsMail: true,
        registrations: isLive,
        state: { not: 'expired' },
      },
      select: { id: true, state: true, isOffer: true },
      orderBy: { id: 'asc' },
      take: BATCH,
    })
    const reported = orders.filter(({ state, isOffer }) => state === 'submitted' || isOffer)
    await scope.db.transaction(async (tx) => {
      for (const { id } of reported) await mailOrderChange(scope, tx, id)
    })
    const last = orders.at(-1)
    if (!last || orders.length < BATCH) return
    after = last.id
  }
}

const mailOrderChange = async (scope: Scope, tx: Transaction, orderId: number): Promise<void> => {
  const letter = await readOrderLetter(scope, tx, orderId)
  const { event } = letter
  const file = writeEventFile(scope, event)
  const live = letter.registrations.filter(({ statusId }) => LIVE.includes(statusId))
  await queueOrderMails(scope, tx, letter, (to) => {
    const people = selectPeople(to, live)
    if (people.length === 0) return null
    const hasSeat = people.some(({ statusId }) => statusId !== ON_WAITING_LIST)
    const mail = { templateKey: 'event-changed', key: `event-changed:${orderId}:${event.auditId}`, people }
    return hasSeat ? { ...mail, texts: [file] } : mail
  })
}

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
    selectPeople({ ...recipient, isManager: false }, [person]).length > 0
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

/** Offers the seats that a change adds to those that wait, and mails a new time or location to those that come. */
export const followEvent: EventFollower = async (scope, tx, before, saved) => {
  await offerFreeSeats(scope, tx, saved.id)
  if (saved.status === 'Published' && hasMoved(before, saved)) await enqueueChangeMails(scope, tx, saved.id)
}

type Whereabouts = Pick<Event, 'startsAt' | 'endsAt' | 'timeZone' | 'location'>

/** Returns whether the time or the location of an event has changed. */
const hasMoved = (before: Whereabouts, now: Whereabouts): boolean =>
  before.startsAt.getTime() !== now.startsAt.getTime() ||
  before.endsAt?.getTime() !== now.endsAt?.getTime() ||
  before.timeZone !== now.timeZone ||
  before.location !== now.location
