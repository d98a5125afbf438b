import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemScope } from '#kernel/outbox/deliver'
import { systemClock } from '#kernel/time/clock'
import { queueMail } from '#services/mail/queue-mail'
import { buildTestApp, type TestApp, type TestCaller } from '../support/build-app.ts'
import { type SmtpSink, startSmtpSink } from '../support/mail/smtp-sink.ts'
import { startWorker, type Worker } from '../support/processes/worker.ts'

const CONCURRENCY = 4

let server: TestApp
let caller: TestCaller
let sink: SmtpSink
let worker: Worker | undefined

const start = async (): Promise<void> => {
  worker = await startWorker({
    DATABASE_URL: server.url,
    MAIL_URL: sink.url,
    MAIL_FROM: 'office@kill.example',
    JOB_CONCURRENCY: String(CONCURRENCY),
  })
}

export interface MailKills {
  kills: number
  mails: number
}

/** Defines the test of a worker that is killed while it sends mails. */
export const testMailKills = ({ kills, mails: count }: MailKills): void => {
  beforeAll(async () => {
    server = await buildTestApp({ own: true })
    caller = await server.tenant()
    // With this delay the worker usually dies after the mail server accepted a mail and before it records that.
    sink = await startSmtpSink(15)
  })
  afterAll(async () => {
    await worker?.kill()
    await sink.close()
    await server.close()
  })

  test(
    `killed ${kills} times while it sends: each mail arrives, with one Message-ID, and is recorded as sent`,
    async () => {
      const scope = await systemScope(
        { database: server.database, clock: systemClock, log: server.app.log },
        caller.tenant.id,
      )
      const mails = Array.from({ length: count }, (_, n) => ({
        key: `kill:${n}`,
        templateKey: 'membership-expiring',
        to: { address: `m${n}@kill.example`, name: `Member ${n}`, contactId: null },
        data: { days_left: n },
      }))
      await scope.db.transaction((tx) => queueMail(scope, tx, mails))

      for (let killed = 0; killed < kills; killed++) {
        const before = sink.received.length
        await start()
        await expect
          .poll(() => sink.received.length, { timeout: 30_000, interval: 1 })
          .toBeGreaterThan(before + (killed % 5))
        await worker?.kill()
      }
      await start()
      // Queues the same mails again, as a nightly run does that was killed too.
      await scope.db.transaction((tx) => queueMail(scope, tx, mails))
      const left = () =>
        server.database.system.mailMessage.count({ where: { tenantId: caller.tenant.id, status: { not: 'sent' } } })
      await expect.poll(left, { timeout: 60_000, interval: 100 }).toBe(0)

      const kept = await server.database.system.mailMessage.findMany({ where: { tenantId: caller.tenant.id } })
      expect(kept).toHaveLength(count)
      const arrived = new Map<string, Set<string>>()
      for (const { to, mail } of sink.received)
        arrived.set(to, (arrived.get(to) ?? new Set()).add(`${mail.messageId} ${mail.subject} ${mail.text?.length}`))
      expect(new Set(arrived.keys())).toEqual(new Set(mails.map(({ to }) => to.address)))
      for (const { toAddress, messageId } of kept)
        expect([...(arrived.get(toAddress) ?? [])].map((one) => one.split(' ')[0])).toEqual([messageId])
      expect(new Set(kept.map(({ messageId }) => messageId)).size).toBe(count)
      const repeats = sink.received.length - count
      console.log(`${repeats} of ${count} mails arrived once more after ${kills} kills`)
      expect(repeats).toBeLessThanOrEqual(kills * CONCURRENCY)
    },
    240_000 + kills * 10_000,
  )
}
