import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { serverFailures } from '#areas/integration/logs/failures/failures.model'
import { registryFailures } from '#areas/integration/national-registry/queue/queue.model'
import { mailExtensions } from '#areas/joined'
import { readConfig } from '#kernel/config/config'
import { sealer } from '#kernel/crypto/seal'
import { createLogger } from '#kernel/logging/logger'
import { systemScope } from '#kernel/outbox/deliver'
import type { Scope } from '#kernel/tenancy/scope'
import { systemClock } from '#kernel/time/clock'
import { openMail } from '#services/mail/open-mail'
import { type MailRequest, queueMail } from '#services/mail/queue-mail'
import { REPORT_MAILS } from '#services/mail/sending/send-job'
import { mailTasks } from '#services/mail/sending/send-mail'
import { MailRefused } from '#services/mail/transport/mail-transport'
import { addFailures, addLastingFailure } from '#services/tenant-log/failures'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'
import { openProcessorBench } from '#test/support/finance/payment-processor'
import { failuresIn } from '#test/support/integration/failures'
import { sendMails } from '#test/support/mail/send-mails'

let server: TestApp
beforeAll(async () => {
  server = await buildTestApp()
})
afterAll(() => server.close())

const open = async (): Promise<{ caller: TestCaller; scope: Scope; failures: () => ReturnType<typeof failuresIn> }> => {
  const caller = await server.tenant()
  const context = { database: server.database, clock: systemClock, log: createLogger('silent') }
  const scope = await systemScope(context, caller.tenant.id)
  return { caller, scope, failures: () => failuresIn(server, caller.tenant.id) }
}

const mailTo = (address: string, more: Partial<MailRequest> = {}): MailRequest => ({
  key: address,
  templateKey: 'membership-expiring',
  to: { address, name: 'Ada Byron', contactId: null },
  data: { membership: { type: 'Regular', ends_on: '2027-01-31' }, days_left: 30 },
  ...more,
})

describe('addFailures', () => {
  test('removes mail addresses, and ends with what to do', async () => {
    const { scope, failures } = await open()
    const what = 'The mail 7 was not sent: 550 <ada@example.org> is unknown.'
    await scope.db.transaction((tx) => addFailures(scope, tx, [{ kind: serverFailures.mailFailed, key: 7, what }]))
    expect(await failures()).toEqual([
      {
        kind: 'mailFailed',
        level: 5,
        type: 'Mail',
        of: 'mail-message 7',
        details: null,
        message: `The mail 7 was not sent: 550 <(address)> is unknown. ${serverFailures.mailFailed.remedy}`,
      },
    ])
  })

  test('writes 1,000 failures of a type and severity per day, and that there are more', async () => {
    const { scope, failures } = await open()
    const many = Array.from({ length: 700 }, (_, key) => ({ kind: serverFailures.mailFailed, key, what: 'No.' }))
    const other = { kind: serverFailures.addressSuppressed, key: 1, what: 'No.' }
    for (let round = 0; round < 3; round++) await scope.db.transaction((tx) => addFailures(scope, tx, many))
    await scope.db.transaction((tx) => addFailures(scope, tx, [other]))
    const found = await failures()
    expect(found.map(({ kind }) => kind)).toEqual([
      ...Array.from({ length: 1000 }, () => 'mailFailed'),
      ...['limit', 'addressSuppressed'],
    ])
    expect(found[1000]?.message).toContain('1000 failures of the type Mail today')
  })

  test('writes a failure that lasts once an hour', async () => {
    const { scope, failures } = await open()
    const lasting = { kind: registryFailures.unavailable, key: null, what: 'No.' }
    const write = (at: Scope) => at.db.transaction((tx) => addLastingFailure(at, tx, lasting))
    for (let round = 0; round < 2; round++) await write(scope)
    const later = new Date(Date.now() + 3_601_000)
    await write({ ...scope, clock: { now: () => later } })
    expect((await failures()).map(({ kind }) => kind)).toEqual(['registryUnavailable', 'registryUnavailable'])
  })
})

describe('the log of a tenant', () => {
  test('has a mail that the mail server refuses, without the address', async () => {
    const { caller, scope, failures } = await open()
    const { ContactId } = (await caller.post('/api/contacts/person/0', { FirstName: 'Ada', LastName: 'Byron' })).json()
    const to = { address: 'ada@example.org', name: 'Ada Byron', contactId: ContactId as number }
    await scope.db.transaction((tx) => queueMail(scope, tx, [mailTo('a', { to }), mailTo('bob@example.org')]))
    await sendMails(server, caller.tenant.id, async ({ to: { address } }) => {
      throw new MailRefused(`550 ${address} is unknown`)
    })
    const found = await failures()
    expect(found).toMatchObject([
      { kind: 'mailFailed', level: 5, details: { ContactId, TemplateKey: 'membership-expiring' } },
      { kind: 'mailFailed', details: { ContactId: null } },
    ])
    expect(found[0]?.message).toContain(`to the contact ${ContactId} was not sent: 550 (address) is unknown. Correct`)
  })

  test('has a mail that failed before its first attempt, once, even if the job runs again', async () => {
    const { caller, scope, failures } = await open()
    await scope.db.transaction((tx) => queueMail(scope, tx, [mailTo('nobody'), mailTo('ada@example.org')]))
    const mails = await server.database.system.mailMessage.findMany({
      where: { tenantId: caller.tenant.id },
      orderBy: { id: 'asc' },
    })
    const ids = mails.map(({ id }) => Number(id))
    const mail = openMail(readConfig({ PUBLIC_URL: 'https://h.example' }), sealer(Buffer.alloc(32, 7)))
    const context = { database: server.database, clock: systemClock, log: createLogger('silent') }
    const report = mailTasks(mail, mailExtensions(server.app.files))[REPORT_MAILS]
    for (let round = 0; round < 2; round++) await report?.(context, { tenantId: caller.tenant.id, messageIds: ids })
    const failed = mails.find(({ status }) => status === 'failed')
    expect(await failures()).toMatchObject([{ kind: 'mailFailed', of: `mail-message ${failed?.id}` }])
    mail.transport.close()
  })

  test('has an address that bounced or whose recipient complained, but none that was unsubscribed', async () => {
    const { caller, failures } = await open()
    for (const [Address, Reason] of [
      ['a@x.example', 'bounced'],
      ['b@x.example', 'complained'],
      ['c@x.example', 'unsubscribed'],
    ])
      expect((await caller.post('/api/mail/suppressions', { Address, Reason })).statusCode).toBe(200)
    const found = await failures()
    expect(found).toMatchObject([
      { kind: 'addressSuppressed', level: 4, message: expect.stringContaining('bounced') },
      { kind: 'addressSuppressed', message: expect.stringContaining('complained') },
    ])
    expect(JSON.stringify(found)).not.toContain('x.example')
    expect(await failures()).toHaveLength(2)
  })

  test('has a charge that was declined, and none that succeeded', async () => {
    const bench = await openProcessorBench()
    const declined = await bench.charge({ PaymentToken: 'tok_chargeDeclined' })
    await bench.charge({})
    const found = await failuresIn(bench.server, bench.mine.tenant.id)
    const of = `charge ${declined.EPaymentTransactionId}`
    expect(found).toMatchObject([{ kind: 'chargeFailed', level: 4, type: 'Payment', of }])
    expect(found[0]?.message).toContain('If the charge was to pay an invoice')
    await bench.server.close()
  })
})
