import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { describeConfig, readConfig } from '#kernel/config/config'
import { sealer } from '#kernel/crypto/seal'
import { startWorker } from '#kernel/jobs/worker'
import { systemScope } from '#kernel/outbox/deliver'
import type { Scope } from '#kernel/tenancy/scope'
import { systemClock } from '#kernel/time/clock'
import { openMail } from '#services/mail/open-mail'
import { type MailRequest, queueMail } from '#services/mail/queue-mail'
import { mailRetention } from '#services/mail/sending/mail-retention'
import { mailTasks } from '#services/mail/sending/send-mail'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'
import { type SmtpSink, startSmtpSink } from '#test/support/mail/smtp-sink'

let server: TestApp
let caller: TestCaller
let scope: Scope
let sink: SmtpSink
let folder: string
beforeAll(async () => {
  server = await buildTestApp({ own: true })
  caller = await server.tenant()
  await server.database.system.tenant.update({
    where: { id: caller.tenant.id },
    data: { name: 'Håfen "Chamber",\r\nBcc: x@y.example' },
  })
  scope = await systemScope({ database: server.database, clock: systemClock, log: server.app.log }, caller.tenant.id)
  sink = await startSmtpSink()
  folder = mkdtempSync(join(tmpdir(), 'guildhall-outbox-'))
})
afterAll(async () => {
  await sink.close()
  await server.close()
  rmSync(folder, { recursive: true })
})

const mailTo = (address: string, more: Partial<MailRequest> = {}): MailRequest => ({
  key: address,
  templateKey: 'membership-expiring',
  to: { address, name: 'Ada "Ö" Lindqvist\r\nBcc: all@x.example', contactId: null },
  data: { membership: { type: 'Regular', ends_on: '2027-01-31' }, days_left: 30 },
  ...more,
})

/** Runs a worker until no mail of this tenant waits, or until `isDone` returns true. */
const work = async (env: Record<string, string>, isDone?: () => Promise<boolean>) => {
  const mail = openMail(readConfig({ PUBLIC_URL: 'https://h.example', ...env }), sealer(Buffer.alloc(32, 7)))
  const context = { database: server.database, clock: systemClock, log: server.app.log }
  const worker = await startWorker({ context, tasks: mailTasks(mail), cron: [], subscribers: [], concurrency: 2 })
  const where = { tenantId: caller.tenant.id, status: 'queued' }
  const nothingWaits = async () => (await server.database.system.mailMessage.count({ where })) === 0
  await expect.poll(isDone ?? nothingWaits, { timeout: 20_000 }).toBe(true)
  await worker.stop()
  mail.transport.close()
}
const bySmtp = () => ({ MAIL_URL: sink.url, MAIL_FROM: 'office@harbor.example' })
const kept = (key: string) =>
  server.database.system.mailMessage.findFirstOrThrow({ where: { tenantId: caller.tenant.id, key } })
const queue = (...mails: MailRequest[]) => scope.db.transaction((tx) => queueMail(scope, tx, mails))
const got = (address: string) => sink.received.filter(({ to }) => to === address)

test('a mail arrives by SMTP with both parts, the unsubscribe link and only the expected headers', async () => {
  await queue(mailTo('ada@x.example'), mailTo('jörg@bücher.example', { templateKey: 'membership-joined' }))
  await work(bySmtp())
  const [received] = got('ada@x.example')
  expect(received?.mail).toMatchObject({
    from: { name: 'Håfen "Chamber", Bcc: x@y.example', address: 'office@harbor.example' },
    to: [{ name: 'Ada "Ö" Lindqvist Bcc: all@x.example', address: 'ada@x.example' }],
    subject: 'Your membership ends on 31 January 2027',
  })
  const headers = new Map(received?.mail.headers.map(({ key, value }) => [key, value]))
  expect(headers.get('list-unsubscribe')).toMatch(
    /^<https:\/\/h\.example\/api\/public\/mail\/unsubscribe\/[\w-]{60,}>$/,
  )
  expect(headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  expect(headers.get('auto-submitted')).toBe('auto-generated')
  expect([headers.has('bcc'), headers.has('cc')]).toEqual([false, false])
  expect(received?.mail.text).toContain('ends on 31 January 2027, in 30 days.')
  expect(received?.mail.html).toContain('<strong>31 January 2027</strong>')
  expect(await kept('ada@x.example')).toMatchObject({
    status: 'sent',
    reason: null,
    data: null,
    messageId: received?.mail.messageId,
    subject: 'Your membership ends on 31 January 2027',
  })
  // A confirmation has no category, so it has no link to unsubscribe.
  const [joined] = sink.received.filter(({ mail }) => mail.subject?.startsWith('Welcome'))
  expect(joined?.to).toBe('jörg@bücher.example')
  expect(joined?.raw).not.toMatch(/unsubscribe/i)
})

test('a permanent refusal is stored with its reason, and retried only by hand', async () => {
  await queue(mailTo('gone@x.example'), mailTo('spam@x.example'))
  await work(bySmtp())
  expect(await kept('gone@x.example')).toMatchObject({ status: 'failed', reason: '550 5.1.1 There is no such mailbox' })
  expect(await kept('spam@x.example')).toMatchObject({ status: 'failed', reason: '554 5.7.1 Unwanted' })
  const { id, messageId } = await kept('gone@x.example')
  expect((await caller.post(`/api/mail/messages/${id}/send`)).json()).toMatchObject({ Status: 'queued', Reason: null })
  await work(bySmtp())
  expect(sink.asked.get('gone@x.example')).toBe(2)
  expect(await kept('gone@x.example')).toMatchObject({ status: 'failed', messageId })
})

test('a temporary failure is retried with the text and Message-ID of the first attempt', async () => {
  await queue(mailTo('later@x.example'))
  await work(bySmtp(), async () => (await kept('later@x.example')).tries === 1)
  const { messageId, subject, status, reason } = await kept('later@x.example')
  expect([status, reason]).toEqual(['queued', expect.stringContaining('4.7.1 Try again later')])
  const template = (await caller.get("/api/mail/templates?$filter=Key eq 'membership-expiring'")).json().Results[0]
  const edit = { AuditId: template.AuditId, Subject: 'Another subject' }
  expect((await caller.post(`/api/mail/templates/${template.TemplateId}`, edit)).statusCode).toBe(200)
  await work(bySmtp())
  expect(got('later@x.example').map(({ mail }) => [mail.messageId, mail.subject])).toEqual([[messageId, subject]])
  await queue(mailTo('after@x.example'))
  await work(bySmtp())
  expect(got('after@x.example')[0]?.mail.subject).toBe('Another subject')
})

test('a template with a complete design is sent without the layout, also for a built-in mail', async () => {
  const [template] = (await caller.get("/api/mail/templates?$filter=Key eq 'membership-renewed'")).json().Results
  const edit = { AuditId: template.AuditId, Html: '<p>bare</p>', IsDesigned: true }
  expect((await caller.post(`/api/mail/templates/${template.TemplateId}`, edit)).statusCode).toBe(200)
  await queue(mailTo('design@x.example', { templateKey: 'membership-renewed' }))
  await work(bySmtp())
  const [received] = got('design@x.example')
  expect(received?.mail.html).toContain('<p>bare</p>')
  expect(received?.mail.html).not.toContain('<table')
})

test('a recipient who unsubscribes while a mail is queued does not get it', async () => {
  await queue(mailTo('waits@x.example'))
  await caller.post('/api/mail/suppressions', { Address: 'Waits@X.example', Category: 'membership-notices' })
  await work(bySmtp())
  expect(await kept('waits@x.example')).toMatchObject({ status: 'suppressed', reason: 'staff' })
  expect(got('waits@x.example')).toEqual([])
})

test('a mail whose template fails reports line and column, and is sent after a correction', async () => {
  const { mailTemplate } = server.database.system
  const broken = { tenantId: caller.tenant.id, key: 'membership-grace' }
  await mailTemplate.updateMany({ where: broken, data: { html: 'Dear\n{{ to.name | shout }}' } })
  await queue(
    mailTo('broken@x.example', { templateKey: 'membership-grace' }),
    mailTo('nowhere@x.example', { templateKey: 'no-such-mail' }),
  )
  await work(bySmtp())
  const { id, reason, messageId } = await kept('broken@x.example')
  expect([reason, messageId]).toEqual(['Html, line 2, column 1: undefined filter: shout', null])
  expect((await kept('nowhere@x.example')).reason).toContain('there is no template "no-such-mail"')
  // Without a template of the tenant, the built-in one is used.
  await mailTemplate.deleteMany({ where: broken })
  await caller.post(`/api/mail/messages/${id}/send`)
  await work(bySmtp())
  expect(got('broken@x.example')[0]?.mail.text).toContain('ended on 31 January 2027')
})

test('without a mail server each mail is one complete file, readable only by its owner, overwritten by a resend', async () => {
  await queue(mailTo('file@x.example'))
  await work({ MAIL_FOLDER: folder })
  const { id, messageId } = await kept('file@x.example')
  const name = `t${caller.tenant.id}-m${String(id).padStart(10, '0')}.eml`
  expect(readdirSync(folder)).toEqual([name])
  expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600)
  const first = await PostalMime.parse(readFileSync(join(folder, name)))
  expect(first).toMatchObject({ messageId, to: [{ address: 'file@x.example' }] })
  // The state after a kill between writing the file and recording that.
  await server.database.system.mailMessage.update({
    where: { tenantId_id: { tenantId: caller.tenant.id, id } },
    data: { status: 'failed' },
  })
  await caller.post(`/api/mail/messages/${id}/send`)
  await work({ MAIL_FOLDER: folder })
  expect(readdirSync(folder)).toEqual([name])
  expect((await PostalMime.parse(readFileSync(join(folder, name)))).messageId).toBe(messageId)
})

test('the content of an old mail is deleted, the record of it is kept', async () => {
  const where = { tenantId: caller.tenant.id, key: 'ada@x.example' }
  await server.database.system.mailMessage.updateMany({ where, data: { sentAt: new Date('2020-01-01') } })
  await mailRetention(365).task({ database: server.database, clock: systemClock, log: server.app.log }, {})
  expect(await kept('ada@x.example')).toMatchObject({ status: 'sent', html: null, text: null })
  expect((await kept('after@x.example')).html).not.toBeNull()
  await queue(mailTo('ada@x.example'))
  await work(bySmtp())
  expect(got('ada@x.example')).toHaveLength(1)
})

describe('a mail server', () => {
  /** Sends one mail by a transport. Returns the code of the error, or null. */
  const sendOne = async (env: Record<string, string>, address: string): Promise<string | null> => {
    const { transport } = openMail(readConfig({ ...bySmtp(), ...env }), sealer(Buffer.alloc(32, 7)))
    const mail = {
      tenantId: 1,
      id: 1,
      messageId: '<a@b.example>',
      date: new Date(),
      subject: 's',
      html: 'h',
      text: 't',
    }
    const from = { name: 'F', address: 'f@x.example' }
    const between = { from, to: { name: null, address }, replyTo: null, unsubscribeUrl: null }
    const failed = await transport.send({ ...mail, ...between }).then(
      () => null,
      (error: { code?: string }) => error.code ?? 'none',
    )
    transport.close()
    return failed
  }

  test('gets nothing without TLS where TLS is required', async () => {
    expect(await sendOne({ MAIL_REQUIRE_TLS: 'true' }, 'open@x.example')).toBe('ETLS')
    expect(sink.asked.has('open@x.example')).toBe(false)
  })

  test('gets nothing if its certificate is not trusted', async () => {
    const untrusted = await startSmtpSink(0, { disabledCommands: [] })
    expect(await sendOne({ MAIL_URL: untrusted.url }, 'tls@x.example')).not.toBeNull()
    expect(untrusted.asked.size).toBe(0)
    await untrusted.close()
  })

  test('gets the user and password of the settings; wrong ones do not fail the mail', async () => {
    const closed = await startSmtpSink(0, {
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: ({ username, password }, _session, done) =>
        username === 'office@x' && password === 'p:/ss' ? done(null, { user: 1 }) : done(new Error('no')),
    })
    const at = (user: string) => ({ MAIL_URL: closed.url.replace('//', `//${user}@`) })
    expect(await sendOne(at('office%40x:p%3A%2Fss'), 'in@x.example')).toBeNull()
    expect(await sendOne(at('office%40x:wrong'), 'out@x.example')).toBe('EAUTH')
    expect([...closed.asked.keys()]).toEqual(['in@x.example'])
    await closed.close()
  })

  test('is configured by a URL and a sender address', () => {
    const faultOf = (env: Record<string, string>): string => {
      try {
        readConfig(env)
        return ''
      } catch (error) {
        return (error as Error).message
      }
    }
    expect(faultOf({ MAIL_URL: 'http://x', MAIL_FROM: 'a@b.example' })).toContain('smtp://')
    expect(faultOf({ MAIL_URL: 'smtp://x?tls=no', MAIL_FROM: 'a@b.example' })).toContain('nothing more')
    expect(faultOf({ MAIL_URL: 'smtp://x' })).toContain('MAIL_FROM is required')
    expect(faultOf({ MAIL_FROM: 'Office <a@b.example>' })).toContain('MAIL_FROM must be only a mail address')
    expect(describeConfig(readConfig(bySmtp()), bySmtp())).toContain('MAIL_URL=(set)')
  })
})
