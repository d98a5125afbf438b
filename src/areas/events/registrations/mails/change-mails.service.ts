import { writeEventFile } from '#areas/work/calendars/items/event-items.service'
import { enqueueJobs } from '#kernel/jobs/enqueue'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { ON_WAITING_LIST } from '../registration-statuses.listing.ts'
import { LIVE } from '../status-rules.listing.ts'
import { readOrderLetter } from './order-letters.queries.ts'
import { queueOrderMails } from './order-mails.service.ts'
import { peopleFor } from './recipients.service.ts'

/** The job that mails a new time or location of an event. */
export const MAIL_EVENT_CHANGE = 'mail_event_change'

/** Orders of one transaction. */
const BATCH = 100

/** Requests the mails about a new time or location. Changes in a row are mailed once, if the job has not run yet. */
export const enqueueChangeMails = ({ db: { tenantId } }: Scope, tx: Transaction, eventId: number): Promise<void> => {
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
    const people = peopleFor(to, live)
    if (people.length === 0) return null
    const hasSeat = people.some(({ statusId }) => statusId !== ON_WAITING_LIST)
    const mail = { templateKey: 'event-changed', key: `event-changed:${orderId}:${event.auditId}`, people }
    return hasSeat ? { ...mail, texts: [file] } : mail
  })
}
