import { registrationTasks } from '#areas/events/public-registration/registration.job'
import { eventRegistrationTasks } from '#areas/events/registrations/registrations.job'
import { waitingListTasks } from '#areas/events/waiting-list/waiting-list.job'
import type { OutgoingMail } from '#kernel/mail/transport/mail-transport'
import type { TestAppOptions } from '../build-app.ts'
import { runJobs } from '../run-jobs.ts'
import { sendMails } from '../send-mails.ts'
import { PAYER, person, type RegistrationsBench } from './registrations.ts'
import { type OpenedSubmissions, openSubmissions, type SavedCart } from './submitted-registrations.ts'

/** Requests about waiting lists. */
export interface WaitingBench extends RegistrationsBench, OpenedSubmissions {
  /** Runs the waiting jobs of a kind at the time of the bench. */
  work(task: string): Promise<void>
  /** The mails that are due, in the order of their addresses. */
  mails(): Promise<OutgoingMail[]>
  /** Registers one person of a free type, and submits. */
  join(eventId: number, type: unknown, name: string, more?: object): Promise<SavedCart>
  /** The keys of the offers in mails, by the first name of the recipient. */
  offers(): Promise<Map<string, string>>
}

export const openWaitingLists = async (now: () => Date, options: TestAppOptions = {}): Promise<WaitingBench> => {
  const bench = await openSubmissions(now, options)
  const tasks = { ...registrationTasks, ...eventRegistrationTasks, ...waitingListTasks }
  const mails = async (): Promise<OutgoingMail[]> => {
    const sent: OutgoingMail[] = []
    await sendMails(bench.server, bench.mine.tenant.id, async (mail) => void sent.push(mail))
    return sent.sort((a, b) => a.to.address.localeCompare(b.to.address))
  }
  return {
    ...bench,
    mails,
    work: (task) =>
      runJobs(bench.server, task, {
        [task]: async (context, payload) => tasks[task]?.({ ...context, clock: { now } }, payload),
      }),
    join: async (eventId, type, name, more = {}) => {
      const EmailAddress = `${name.toLowerCase()}@wait.example`
      const cart = await bench.cart(eventId, {
        BillingInfo: { ...PAYER, FirstName: name, EmailAddress },
        Registrations: [person(type, { FirstName: name, EmailAddress })],
        ...more,
      })
      const done = await bench.submit(eventId, cart, { PaymentKind: 'Free' })
      if (done.Status !== 0) throw new Error(JSON.stringify(done))
      return cart
    },
    offers: async () =>
      new Map(
        (await mails()).flatMap(({ to, html }) => {
          const [, key] = /\?cart=([\w-]+)/.exec(html) ?? []
          return key ? [[String(to.name).split(' ')[0] ?? '', key]] : []
        }),
      ),
  }
}
