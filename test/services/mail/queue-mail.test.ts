import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemScope } from '#kernel/outbox/deliver'
import type { Scope } from '#kernel/tenancy/scope'
import { systemClock } from '#kernel/time/clock'
import { type MailRequest, queueMail } from '#services/mail/queue-mail'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'
import { addPerson } from '#test/support/people/contact-rows'
import { withAdmin } from '#test/support/server/test-server'

let server: TestApp
let caller: TestCaller
let scope: Scope
beforeAll(async () => {
  server = await buildTestApp({ own: true })
  caller = await server.tenant()
  scope = await systemScope({ database: server.database, clock: systemClock, log: server.app.log }, caller.tenant.id)
})
afterAll(() => server.close())

const mail = (key: string, address: string, more: Partial<MailRequest> = {}): MailRequest => ({
  key,
  templateKey: 'membership-expiring',
  to: { address, name: 'Ada', contactId: null },
  data: { days_left: 30 },
  ...more,
})

const kept = async (prefix: string) => {
  const rows = await server.database.system.mailMessage.findMany({
    where: { tenantId: caller.tenant.id, key: { startsWith: prefix } },
    orderBy: { key: 'asc' },
  })
  return rows.map(({ key, status, reason }) => [key, status, reason])
}

/** The mails that have a job. Only the owner of the database sees the jobs. */
const jobs = (): Promise<number[]> =>
  withAdmin(server.url, async (owner) => {
    const { rows } = await owner.query<{ id: number }>(
      `select (payload ->> 'messageId')::float8 as id from graphile_worker._private_jobs
       where payload -> 'messageId' is not null order by 1`,
    )
    return rows.map(({ id }) => id)
  })

test('a key is queued once, in both kinds of transaction, with one job each', async () => {
  const before = (await jobs()).length
  await scope.db.transaction((tx) =>
    queueMail(scope, tx, [mail('once:1', 'a@x.example'), mail('once:1', 'b@x.example')]),
  )
  await scope.db.transaction((tx) =>
    queueMail(scope, tx, [mail('once:1', 'c@x.example'), mail('once:2', 'd@x.example')]),
  )
  expect(await kept('once:')).toEqual([
    ['once:1', 'queued', null],
    ['once:2', 'queued', null],
  ])
  expect((await jobs()).length - before).toBe(2)
})

test('without the commit there is no mail and no job', async () => {
  const before = await jobs()
  const failing = scope.db.transaction(async (tx) => {
    await queueMail(scope, tx, [mail('undone', 'a@x.example')])
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect([await kept('undone'), await jobs()]).toEqual([[], before])
})

test('mails that fail when they are queued have one job together, which reports them', async () => {
  await scope.db.transaction((tx) => queueMail(scope, tx, [mail('r:1', 'nobody'), mail('r:2', 'somebody')]))
  const where = { tenantId: caller.tenant.id, key: { startsWith: 'r:' } }
  const failed = await server.database.system.mailMessage.findMany({ where, orderBy: { id: 'asc' } })
  const reports = await withAdmin(server.url, async (owner) => {
    const { rows } = await owner.query<{ payload: object }>(
      `select payload from graphile_worker._private_jobs where payload -> 'messageIds' is not null`,
    )
    return rows.map(({ payload }) => payload)
  })
  expect(reports).toContainEqual({ tenantId: caller.tenant.id, messageIds: failed.map(({ id }) => Number(id)) })
})

test('a mail to a suppressed recipient is stored as suppressed, with the reason', async () => {
  const tenantId = caller.tenant.id
  const { system } = server.database
  const ada = await addPerson(server.database, tenantId)
  const bob = await addPerson(server.database, tenantId)
  const email = (contactId: number, addressKey: string, status: number) => ({
    tenantId,
    contactId,
    addressKey,
    status,
    address: addressKey,
  })
  await system.contactEmail.createMany({
    data: [email(ada.id, 'shared@x.example', 1), email(ada.id, 'bounced@x.example', 2)],
  })
  await system.mailSuppression.createMany({
    data: [
      { tenantId, addressKey: 'notices@x.example', category: 'membership-notices', reason: 'unsubscribed' },
      { tenantId, addressKey: 'all@x.example', category: '*', reason: 'staff' },
    ],
  })
  const joined = { templateKey: 'membership-joined' }
  const to = (address: string, contactId: number) => ({ to: { address, name: null, contactId } })
  await scope.db.transaction((tx) =>
    queueMail(scope, tx, [
      mail('s:1', 'Notices@X.example'),
      mail('s:2', 'notices@x.example', joined),
      mail('s:3', 'all@x.example'),
      mail('s:4', 'all@x.example', joined),
      mail('s:5', '', { ...to('shared@x.example', ada.id), ...joined }),
      mail('s:6', '', to('shared@x.example', bob.id)),
      mail('s:7', '', to('bounced@x.example', bob.id)),
      mail('s:8', 'nobody'),
    ]),
  )
  expect(await kept('s:')).toEqual([
    ['s:1', 'suppressed', 'unsubscribed'],
    ['s:2', 'queued', null],
    ['s:3', 'suppressed', 'staff'],
    ['s:4', 'queued', null],
    ['s:5', 'suppressed', 'opted-out'],
    ['s:6', 'queued', null],
    ['s:7', 'suppressed', 'bounced'],
    ['s:8', 'failed', 'The address is not a valid mail address.'],
  ])
})

test('3,000 mails take a few statements and have one job each', async () => {
  const many = Array.from({ length: 3000 }, (_, n) => mail(`many:${n}`, `m${n}@x.example`))
  await scope.db.transaction((tx) => queueMail(scope, tx, many))
  const queued = await server.database.system.mailMessage.findMany({
    where: { tenantId: caller.tenant.id, status: 'queued' },
    orderBy: { id: 'asc' },
  })
  expect(queued.map(({ id }) => Number(id))).toEqual(await jobs())
  expect((await kept('many:')).length).toBe(3000)
})
