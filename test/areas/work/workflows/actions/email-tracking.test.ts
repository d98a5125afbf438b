import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '#kernel/config/config'
import { sealer } from '#kernel/crypto/seal'
import { startWorker } from '#kernel/jobs/worker'
import { systemClock } from '#kernel/time/clock'
import { openMail } from '#services/mail/open-mail'
import { mailTasks } from '#services/mail/sending/send-mail'
import { trackingTokens } from '#services/mail/tracking/tracking-tokens'
import { type SmtpSink, startSmtpSink } from '#test/support/mail/smtp-sink'
import { type Json, openWorkflows, type WorkflowBench } from '#test/support/work/workflows'

let bench: WorkflowBench
let sink: SmtpSink
beforeAll(async () => {
  bench = await openWorkflows('2026-03-02T10:00:00Z', { own: true })
  sink = await startSmtpSink()
})
afterAll(async () => {
  await sink.close()
  await bench.server.close()
})

const WAIT = 1
const EMAIL = 3
const TAG = 8
const BRANCH = 9
const ORIGIN = 'https://h.example'

/** Lets a worker send the waiting mails. */
const sendMails = async (env: Record<string, string> = {}) => {
  const { database, app } = bench.server
  const config = readConfig({ PUBLIC_URL: ORIGIN, MAIL_URL: sink.url, MAIL_FROM: 'office@harbor.example', ...env })
  const mail = openMail(config, sealer(Buffer.alloc(32, 7)))
  const context = { database, clock: systemClock, log: app.log }
  const worker = await startWorker({ context, tasks: mailTasks(mail), cron: [], subscribers: [], concurrency: 2 })
  const waiting = () => database.system.mailMessage.count({ where: { status: 'queued' } })
  await expect.poll(waiting, { timeout: 20_000 }).toBe(0)
  await worker.stop()
  mail.transport.close()
}

/** A workflow that sends an email to every contact, waits an hour and then branches by the email. */
const asking = async (type: string, template: Json, people: number, env?: Record<string, string>) => {
  const group = await bench.group()
  const ids: number[] = []
  while (ids.length < people) ids.push(await bench.person())
  await bench.join(group, ...ids)
  const id = await bench.workflow([group])
  const templateId = String(await bench.template(template))
  const byDesign = { TemplateTypeId: '2', EmailDesignerTemplateId: templateId }
  const email = await bench.step(id, EMAIL, template.IsDesigned ? byDesign : { EmailTemplateId: templateId })
  await bench.step(id, WAIT, { WaitOptions: { Quantity: 1, Unit: 'hours' } })
  const Conditions = [{ Type: type, Value: String(email) }]
  const branch = await bench.step(id, BRANCH, { LogicBranchOptions: { MatchAll: true, Conditions } })
  const inLane = (IsInverseLogic: boolean) => ({ LogicStepId: String(branch), IsInverseLogic })
  await bench.step(id, TAG, { AddTagOptions: { Tags: [`${type} yes`] } }, inLane(false))
  await bench.step(id, TAG, { AddTagOptions: { Tags: [`${type} no`] } }, inLane(true))
  await bench.switchOn(id)
  await bench.run(id)
  await sendMails(env)
  const goOn = async () => {
    bench.setTime(new Date(bench.now().getTime() + 3_600_000))
    await bench.run(id)
    return Promise.all(ids.map(tagsOf))
  }
  return { mails: await Promise.all(ids.map(received)), goOn }
}

const tagsOf = async (contactId: number) =>
  (
    await bench.server.database.system.contactTag.findMany({
      where: { tenantId: bench.caller.tenant.id, contactId },
      include: { tag: true },
    })
  )
    .map(({ tag }) => tag.name)
    .join()

const kept = (contactId: number) =>
  bench.server.database.system.mailMessage.findFirstOrThrow({ where: { tenantId: bench.caller.tenant.id, contactId } })

/** The mail to a contact, and its links as a mail program reads them. */
const received = async (contactId: number) => {
  const { toAddress } = await kept(contactId)
  const html = sink.received.find(({ to }) => to === toAddress)?.mail.html ?? ''
  const links = [...html.matchAll(/ href="([^" ][^"]*)"/g)].map(([, href = '']) => unescaped(href))
  const [, image = ''] = /<img src="([^"]*)" width="1" height="1" alt="">/.exec(html) ?? []
  const text = sink.received.find(({ to }) => to === toAddress)?.mail.text ?? ''
  const tracked = async () => {
    const { openedAt, clickedAt } = await kept(contactId)
    return [openedAt?.toISOString() ?? null, clickedAt?.toISOString() ?? null]
  }
  return { contactId, html, text, links, image: unescaped(image), tracked }
}

const unescaped = (text: string) =>
  text
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')

const ask = (url = '', method: 'GET' | 'HEAD' = 'GET') =>
  bench.server.app.inject({ method, url: url.replace(ORIGIN, ''), remoteAddress: '203.0.113.9' })

test('continues in the yes lane for contacts that opened the email, in the no lane for the others', async () => {
  const { mails, goOn } = await asking('emailOpened', {}, 2)
  const [ada, eve] = mails
  expect(ada?.image).toMatch(/^https:\/\/h\.example\/api\/public\/mail\/opened\/[\w-]{40,200}$/)
  expect(ada?.text).not.toContain('/api/public/mail/opened')
  expect((await ask(ada?.image, 'HEAD')).statusCode).toBe(200)
  expect(await ada?.tracked()).toEqual([null, null])
  const image = await ask(ada?.image)
  expect([image.statusCode, image.headers['content-type']]).toEqual([200, 'image/gif'])
  expect(image.rawPayload.subarray(0, 6).toString()).toBe('GIF89a')
  expect(image.headers).toMatchObject({ 'cache-control': 'no-store', 'cross-origin-resource-policy': 'cross-origin' })
  expect(image.headers['set-cookie']).toBeUndefined()
  const first = await ada?.tracked()
  expect(first).toEqual([bench.now().toISOString(), null])
  bench.setTime(new Date(bench.now().getTime() + 60_000))
  await ask(ada?.image)
  expect([await ada?.tracked(), await eve?.tracked()]).toEqual([first, [null, null]])
  expect(await goOn()).toEqual(['emailOpened yes', 'emailOpened no'])
})

const TARGETS = [
  'https://x.example/a?b=1&c=%C3%A9&copy=2#part',
  'http://x.example/',
  'https://xn--bcher-kva.example/gr%C3%BC%C3%9Fe?q=%22a%22%20b',
  'https://x.example/for/Ada%20%22%C3%96%22%20%26%20Co?to=person',
]

test('redirects a click to the original address and continues in the yes lane, also for designed templates', async () => {
  const Html = `<p><a href="https://x.example/a?b=1&amp;c=%C3%A9&amp;copy=2#part" title="see href=">one</a>
    <a href="http://x.example">two</a> <a href='https://bücher.example/grüße?q="a" b'>three</a>
    <a href="https://x.example/for/{{ 'Ada "Ö" & Co' | url_encode | replace: '+', '%20' }}?to={{ to.address | slice: 0, 6 }}">four</a>
    <a href="mailto:office@x.example">five</a> <a href="tel:+4930">six</a>
    <a href="https://x.example/${'long'.repeat(600)}">seven</a></p>`
  const { mails, goOn } = await asking('emailClicked', { Html, IsDesigned: true, Category: 'news' }, 2)
  const [ada, eve] = mails
  const own = ada?.links.filter((link) => link.startsWith(`${ORIGIN}/api/public/mail/links?Token=`)) ?? []
  const left = ada?.links.filter((link) => !own.includes(link))
  expect(left?.map((link) => link.slice(0, 44))).toEqual([
    ...['mailto:office@x.example', 'tel:+4930', `https://x.example/${'long'.repeat(7)}`.slice(0, 44)],
    'https://h.example/api/public/mail/unsubscrib',
  ])
  expect(ada?.text).toContain('two <http://x.example>')
  expect(ada?.text).not.toContain('/api/public/mail/links')
  expect((await ask(own[0], 'HEAD')).statusCode).toBe(302)
  expect(await ada?.tracked()).toEqual([null, null])
  for (const [nth, target] of TARGETS.entries()) {
    const answer = await ask(own[nth])
    expect([answer.statusCode, answer.headers.location], answer.body).toEqual([302, target])
    expect(answer.headers['cache-control']).toBe('no-store')
  }
  const now = bench.now().toISOString()
  expect([await ada?.tracked(), await eve?.tracked()]).toEqual([
    [now, now],
    [null, null],
  ])
  await ask(eve?.image)
  expect(await goOn()).toEqual(['emailClicked yes', 'emailClicked no'])
})

test('stores nothing for forged and foreign tokens: returns the image, and no redirect for the link', async () => {
  const { mails } = await asking('emailClicked', { Html: '<a href="https://x.example/">go</a>' }, 1)
  const [ada] = mails
  const { id } = await kept(ada?.contactId ?? 0)
  const mail = { tenantId: bench.tenantId, messageId: Number(id) }
  const others = trackingTokens(sealer(Buffer.alloc(32, 8)))
  const ours = trackingTokens(sealer(Buffer.alloc(32, 7)))
  const target = 'https://evil.example/'
  const stranger = await bench.server.tenant()
  const images = [
    others.makeImage(mail),
    ours.makeLink({ ...mail, target }),
    'x',
    `${ada?.image.split('/').at(-1)?.slice(0, -6)}AAAAAA`,
  ]
  const foreign = ours.makeImage({ ...mail, tenantId: stranger.tenant.id })
  for (const token of [...images, foreign, ours.makeImage({ tenantId: 0, messageId: 0 })]) {
    const answer = await ask(`/api/public/mail/opened/${token}`)
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/gif'])
  }
  const link = ada?.links[0]?.split('Token=')[1] ?? ''
  for (const token of [others.makeLink({ ...mail, target }), ours.makeImage(mail), 'x', `${link.slice(0, -6)}AAAAAA`]) {
    const answer = await ask(`/api/public/mail/links?Token=${token}`)
    expect([answer.statusCode, answer.headers.location]).toEqual([404, undefined])
  }
  expect(await ada?.tracked()).toEqual([null, null])
})

test('shows staff the mail without tracking, and sends it so with MAIL_TRACKING=false', async () => {
  const Html = '<a href="https://x.example/?a=1&amp;b=%22x%22">go</a>'
  const tracked = await asking('emailOpened', { Html }, 1)
  const { id, html } = await kept(tracked.mails[0]?.contactId ?? 0)
  expect(html).toContain('/api/public/mail/opened/')
  const shown = await bench.good(bench.caller.get(`/api/mail/messages/${id}`))
  expect(shown.Html).not.toContain('/api/public/mail/opened/')
  expect(html).toContain('/api/public/mail/links?Token=')
  expect(shown.Html).toContain('<a href="https://x.example/?a=1&#38;b=%22x%22">go</a>')
  const plain = await asking('emailOpened', { Html }, 1, { MAIL_TRACKING: 'false' })
  expect(plain.mails[0]?.html).not.toContain('/api/public/mail/')
  expect(plain.mails[0]?.links).toContain('https://x.example/?a=1&b=%22x%22')
})
