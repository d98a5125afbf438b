import { type ChildProcess, fork } from 'node:child_process'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { queueMail } from '#kernel/mail/queue-mail'
import { systemScope } from '#kernel/outbox/deliver'
import { systemClock } from '#kernel/time/clock'
import { buildTestApp, type TestApp, type TestCaller } from '../support/build-app.ts'
import { bundled } from '../support/bundle.ts'
import { type SmtpSink, startSmtpSink } from '../support/smtp-sink.ts'

const KILLS = 20
const MAILS = 400
const CONCURRENCY = 4

let server: TestApp
let caller: TestCaller
let sink: SmtpSink
let program: string
let child: ChildProcess | undefined
beforeAll(async () => {
  server = await buildTestApp({ own: true })
  caller = await server.tenant()
  // Between taking a mail and saying so, the worker dies most often.
  sink = await startSmtpSink(15)
  program = bundled('test/support/worker-process.ts')
})
afterAll(async () => {
  child?.kill('SIGKILL')
  await sink.close()
  await server.close()
})

/** Starts a worker; resolves when it works. */
const start = (): Promise<void> =>
  new Promise((resolve, reject) => {
    child = fork(program, {
      env: {
        ...process.env,
        DATABASE_URL: server.url,
        GUILDHALL_SECRET: 'the same secret for every start of it',
        METRICS_PORT: '0',
        LOG_LEVEL: 'silent',
        MAIL_URL: sink.url,
        MAIL_FROM: 'office@kill.example',
        JOB_CONCURRENCY: String(CONCURRENCY),
      },
    })
    child.once('message', () => resolve())
    child.once('exit', (code) => reject(new Error(`the worker ended with ${code}`)))
  })

const kill = (): Promise<void> =>
  new Promise((resolve) => {
    child?.removeAllListeners('exit')
    child?.once('exit', () => resolve())
    child?.kill('SIGKILL')
  })

test(`killed ${KILLS} times while it sends: each mail arrives, under one Message-ID, and is known as sent`, async () => {
  const scope = await systemScope(
    { database: server.database, clock: systemClock, log: server.app.log },
    caller.tenant.id,
  )
  const mails = Array.from({ length: MAILS }, (_, n) => ({
    key: `kill:${n}`,
    templateKey: 'membership-expiring',
    to: { address: `m${n}@kill.example`, name: `Member ${n}`, contactId: null },
    data: { days_left: n },
  }))
  await scope.db.transaction((tx) => queueMail(tx, scope, mails))

  for (let killed = 0; killed < KILLS; killed++) {
    const before = sink.received.length
    await start()
    await expect
      .poll(() => sink.received.length, { timeout: 30_000, interval: 1 })
      .toBeGreaterThan(before + (killed % 5))
    await kill()
  }
  await start()
  // The same asked for again, as by a night's run that was killed itself.
  await scope.db.transaction((tx) => queueMail(tx, scope, mails))
  const left = () =>
    server.database.system.mailMessage.count({ where: { tenantId: caller.tenant.id, status: { not: 'sent' } } })
  await expect.poll(left, { timeout: 60_000, interval: 100 }).toBe(0)

  const kept = await server.database.system.mailMessage.findMany({ where: { tenantId: caller.tenant.id } })
  expect(kept).toHaveLength(MAILS)
  const arrived = new Map<string, Set<string>>()
  for (const { to, mail } of sink.received)
    arrived.set(to, (arrived.get(to) ?? new Set()).add(`${mail.messageId} ${mail.subject} ${mail.text?.length}`))
  expect(new Set(arrived.keys())).toEqual(new Set(mails.map(({ to }) => to.address)))
  for (const { toAddress, messageId } of kept)
    expect([...(arrived.get(toAddress) ?? [])].map((one) => one.split(' ')[0])).toEqual([messageId])
  expect(new Set(kept.map(({ messageId }) => messageId)).size).toBe(MAILS)
  const repeats = sink.received.length - MAILS
  console.log(`${repeats} of ${MAILS} mails arrived once more after ${KILLS} kills`)
  expect(repeats).toBeLessThanOrEqual(KILLS * CONCURRENCY)
}, 240_000)
