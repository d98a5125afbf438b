import type { OutgoingMail } from '#services/mail/transport/mail-transport'
import type { TestAppOptions } from '../build-app.ts'
import { runJobsAt } from '../jobs/run-jobs.ts'
import { collectMails } from '../mail/send-mails.ts'
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
  const mails = () => collectMails(bench.server, bench.mine.tenant.id)
  return {
    ...bench,
    mails,
    work: (task) => runJobsAt(bench.server, now, task),
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
