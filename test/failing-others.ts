import type { ServerResponse } from 'node:http'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readConfig } from '#kernel/config/config'
import { sealer } from '#kernel/crypto/seal'
import { openMail } from '#services/mail/open-mail'
import { mailTasks } from '#services/mail/sending/send-mail'
import { openWebhookBench, type WebhookBench } from './support/integration/webhook-bench.ts'
import { type Deafness, startDeafMailServer } from './support/mail/deaf-mail-server.ts'
import { WorkflowBench } from './support/work/workflows.ts'

const EMAIL = 3
const HANGING = 6
/** Time for the rounds, ms: shorter than the 15 s after which calls that hang are stopped. */
const BEFORE_GIVEN_UP = 8000
let bench: WebhookBench
/** A tenant with receivers and a workflow that sends a mail to each new member of the group. */
let telling: WorkflowBench
/** A tenant without receivers and workflows. */
let quiet: WorkflowBench
let group: number
let quietGroup: number

const median = (all: readonly number[]) => [...all].sort((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0

/** Adds a contact to a group and creates another: causes events, and mails of the workflow. Returns milliseconds. */
const change = async (of: WorkflowBench, groupId: number): Promise<number> => {
  const contactId = await of.person()
  const started = performance.now()
  await of.join(groupId, contactId)
  await of.good(of.caller.post('/api/contacts/person/0', { FirstName: 'Ada', LastName: 'Byron' }))
  return performance.now() - started
}

/** Creates webhooks with receivers that hang. Returns their ids, and the open responses. */
const openHanging = async () => {
  const open: ServerResponse[] = []
  const ids: number[] = []
  for (let n = 0; n < HANGING; n++) {
    const path = `/hanging-${crypto.randomUUID()}`
    bench.receiver.on(path, (response) => void open.push(response))
    ids.push((await bench.webhook(path, { WebHookFilters: ['contact.created'] })).id)
  }
  return { ids, open }
}

/** Counts the attempts that have ended of these webhooks, and the tries of mails. */
const ended = async (ids: readonly number[] = []) => {
  const { system } = bench.server.database
  const attempts = await system.webhookAttempt.count({ where: { webhookId: { in: [...ids] } } })
  const tried = await system.mailMessage.count({ where: { OR: [{ tries: { gt: 0 } }, { status: { not: 'queued' } }] } })
  return { attempts, tried }
}

/** Lists the transactions that began before this time: others can wait for their locks. */
const oldTransactions = async (since: Date): Promise<unknown[]> =>
  bench.server.database.system.$queryRaw`SELECT state, query FROM pg_stat_activity
    WHERE datname = current_database() AND xact_start < ${since} AND pid <> pg_backend_pid()`

export interface FailingOthers {
  mailServers: Deafness[]
  rounds: number
  /** Whether requests may take no more than three times as long as those that notify no receiver. */
  comparesTimes: boolean
}

/** Defines the tests of requests while receivers and the mail server fail. */
export const testFailingOthers = ({ mailServers, rounds, comparesTimes }: FailingOthers): void => {
  // Each test has a new installation: mails that wait from the last test would delay new ones.
  beforeEach(async () => {
    bench = await openWebhookBench()
    telling = new WorkflowBench(bench.server, bench.mine, { at: new Date() })
    quiet = new WorkflowBench(bench.server, await bench.server.tenant(), { at: new Date() })
    bench.receiver.on('/reset', (_response, _arrived, { socket }) => void socket.resetAndDestroy())
    bench.receiver.on('/moved', (response) => void response.writeHead(307, { location: '/elsewhere' }).end())
    bench.receiver.on('/failing', (response) => void response.writeHead(500).end())
    for (const path of ['/reset', '/moved', '/failing']) await bench.webhook(path)
    await bench.webhook('', { Url: 'http://127.0.0.1:1/', PayloadStyle: 'full' })
    ;[group, quietGroup] = [await telling.group(), await quiet.group()]
    const workflow = await telling.workflow([group])
    const template = await telling.template({ Name: 'Hello', Subject: 'Hello', Html: '<p>Hello</p>' })
    await telling.step(workflow, EMAIL, { EmailTemplateId: String(template) })
    await telling.switchOn(workflow)
  })
  afterEach(() => bench.close(), 60_000)

  test.each<Deafness>(mailServers)(
    'responds to requests as before while every receiver hangs or fails and the mail server is %s',
    async (deafness) => {
      const mailServer = await startDeafMailServer(deafness)
      const config = readConfig({ MAIL_URL: mailServer.url, MAIL_FROM: 'office@harbor.example' })
      const mail = openMail(config, sealer(Buffer.alloc(32, 7)))
      await bench.work(mailTasks(mail))
      const isMailHanging = deafness === 'silent' || deafness === 'midway'
      await telling.join(group, await telling.person())
      const mailIsTried = async () => (isMailHanging ? mailServer.open() : (await ended()).tried)
      await expect.poll(mailIsTried, { timeout: 30_000 }).toBeGreaterThan(0)
      const { ids, open } = await openHanging()
      const until = performance.now() + BEFORE_GIVEN_UP
      await change(telling, group)
      await expect.poll(() => open.length, { timeout: BEFORE_GIVEN_UP }).toBeGreaterThanOrEqual(HANGING)
      const since = new Date()
      const [withReceivers, without]: [number[], number[]] = [[], []]
      while (withReceivers.length < rounds && performance.now() < until) {
        withReceivers.push(await change(telling, group))
        without.push(await change(quiet, quietGroup))
      }
      expect(withReceivers.length).toBeGreaterThan(2)
      // No attempt has ended, so no request can have waited for one.
      const { attempts, tried } = await ended(ids)
      expect(attempts).toBe(0)
      if (isMailHanging) expect({ tried, open: mailServer.open() > 0 }).toEqual({ tried: 0, open: true })
      expect(await oldTransactions(since)).toEqual([])
      const [slowed, usual] = [median(withReceivers), median(without)]
      console.log(`mail server ${deafness}: ${slowed.toFixed(1)} ms, without receivers ${usual.toFixed(1)} ms`)
      if (comparesTimes) expect(slowed).toBeLessThan(usual * 3 + 20)

      for (const response of open) response.destroy()
      await mailServer.close()
      mail.transport.close()
    },
    120_000,
  )
}
