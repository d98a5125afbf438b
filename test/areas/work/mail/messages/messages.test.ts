import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { messageList } from '#areas/work/mail/messages/messages.listing'
import { systemScope } from '#kernel/outbox/deliver'
import { systemClock } from '#kernel/time/clock'
import { queueMail } from '#services/mail/queue-mail'
import { type DetailsBench, type Json, openDetails, refusal } from '#test/support/people/contact-parts'
import { expectFieldsAgree } from '#test/support/server/list-fields'

let bench: DetailsBench
let ada: number
beforeAll(async () => {
  bench = await openDetails()
  ada = await bench.person()
  const { database, app } = bench.server
  const scope = await systemScope({ database, clock: systemClock, log: app.log }, bench.mine.tenant.id)
  await bench.mine.post('/api/mail/suppressions', { Address: 'no@x.example', Category: 'membership-notices' })
  const mail = (key: string, address: string, contactId: number | null = null) => ({
    key,
    templateKey: 'membership-expiring',
    to: { address, name: 'Ada', contactId },
    data: {},
  })
  await scope.db.transaction((tx) =>
    queueMail(scope, tx, [
      mail('1', 'a@x.example', ada),
      mail('2', 'b@x.example'),
      mail('3', 'no@x.example'),
      mail('4', '?'),
    ]),
  )
})
afterAll(() => bench.server.close())

const list = async (query = ''): Promise<Json[]> => {
  const { body } = await bench.good('listMailMessages', bench.mine.get(`/api/mail/messages${query}`))
  return (body as unknown as { Results: Json[] }).Results
}
const addresses = async (query: string) => (await list(query)).map(({ ToAddress }) => ToAddress)

describe('GET /api/mail/messages (listMailMessages)', () => {
  test('lists mails newest first, filtered by status, contact and category, page by page', async () => {
    expect(await addresses('')).toEqual(['?', 'no@x.example', 'b@x.example', 'a@x.example'])
    expect(await addresses("?$filter=Status eq 'suppressed'")).toEqual(['no@x.example'])
    expect(await addresses(`?$filter=ContactId eq ${ada}`)).toEqual(['a@x.example'])
    expect(await addresses("?$filter=Category eq 'news'")).toEqual([])
    expect(await addresses("?$filter=Category eq 'membership-notices' and Status in ('queued','failed')")).toHaveLength(
      3,
    )
    const first = await bench.mine.get('/api/mail/messages?$top=3')
    const next = /<([^>]+)>; rel="next"/.exec(String(first.headers.link))?.[1] ?? ''
    expect((await bench.mine.get(next)).json().Results).toMatchObject([{ ToAddress: 'a@x.example' }])
    expect(first.json().TotalRecordAvailable).toBe('4')
    expect(await refusal(bench.mine.get('/api/mail/messages?$filter=Html eq 1'))).toEqual([400, 'query:$filter'])
    expect((await bench.theirs.get('/api/mail/messages')).json().Results).toEqual([])
  })
})

describe('GET /api/mail/messages/{messageId} (getMailMessage)', () => {
  test('returns a failed mail with its reason, the actions of the caller, and 404 to another tenant', async () => {
    const [failed] = await list("?$filter=Status eq 'failed'")
    const at = `/api/mail/messages/${failed?.MessageId}`
    const { body } = await bench.good('getMailMessage', bench.mine.get(at))
    expect(body).toMatchObject({
      Key: '4',
      Html: null,
      Reason: expect.stringContaining('address'),
      Actions: ['view', 'send'],
    })
    const reader = await bench.server.caller(bench.mine.tenant, ['mail:read'])
    expect((await reader.get(at)).json().Actions).toEqual(['view'])
    expect(await refusal(bench.theirs.get(at))).toEqual([404, 'not-found'])
  })
})

describe('GET /api/mail/messages/{messageId} (getMailMessage): values', () => {
  test('returns every value of a mail; the list shows the same, and filters and orders by them', async () => {
    const caller = await bench.server.tenant()
    const contactId = await bench.person(caller)
    const sent = {
      key: 'news:1',
      templateKey: 'newsletter',
      contactId,
      toAddress: 'a@x.example',
      toName: 'Ada',
      category: 'news',
      status: 'sent',
      reason: 'Sent at the second try.',
      messageId: '<1@x.example>',
      subject: 'News',
      html: '<p>Rich</p>',
      text: 'Plain',
      createdAt: new Date('2025-01-01T10:00:00.123Z'),
      sentAt: new Date('2025-01-02T11:00:00Z'),
    }
    const suppressed = {
      key: 'grace:2',
      templateKey: 'membership-grace',
      toAddress: 'b@x.example',
      status: 'suppressed',
      category: 'membership-notices',
      reason: 'Unsubscribed.',
      createdAt: new Date('2025-01-03T12:00:00Z'),
    }
    const { system } = bench.server.database
    for (const data of [sent, suppressed])
      await system.mailMessage.create({
        data: { ...data, tenantId: caller.tenant.id, addressKey: data.toAddress },
      })
    const { Results } = (await caller.get('/api/mail/messages')).json() as { Results: Json[] }
    const whole = await Promise.all(
      Results.map(async ({ MessageId }) => (await caller.get(`/api/mail/messages/${MessageId}`)).json()),
    )
    expect(whole).toEqual([
      {
        MessageId: Results[0]?.MessageId,
        Key: 'grace:2',
        TemplateKey: 'membership-grace',
        ContactId: null,
        ToAddress: 'b@x.example',
        ToName: null,
        Category: 'membership-notices',
        Status: 'suppressed',
        Reason: 'Unsubscribed.',
        HeaderMessageId: null,
        Subject: null,
        Html: null,
        Text: null,
        FileIds: [],
        CreatedDate: '2025-01-03T12:00:00.000Z',
        SentDate: null,
        Actions: ['view'],
      },
      {
        MessageId: Results[1]?.MessageId,
        Key: 'news:1',
        TemplateKey: 'newsletter',
        ContactId: contactId,
        ToAddress: 'a@x.example',
        ToName: 'Ada',
        Category: 'news',
        Status: 'sent',
        Reason: 'Sent at the second try.',
        HeaderMessageId: '<1@x.example>',
        Subject: 'News',
        Html: '<p>Rich</p>',
        Text: 'Plain',
        CreatedDate: '2025-01-01T10:00:00.123Z',
        SentDate: '2025-01-02T11:00:00.000Z',
        Actions: ['view'],
        FileIds: [],
      },
    ])
    for (const [at, row] of Results.entries()) expect(whole[at]).toMatchObject(row)
    await expectFieldsAgree(caller, '/api/mail/messages', messageList.listing, 'MessageId gt 0')
  })
})

describe('POST /api/mail/messages/{messageId}/send (resendMailMessage)', () => {
  test('sends only a failed mail again', async () => {
    const [failed] = await list("?$filter=Status eq 'failed'")
    const at = `/api/mail/messages/${failed?.MessageId}`
    const reader = await bench.server.caller(bench.mine.tenant, ['mail:read'])
    expect(await refusal(reader.post(`${at}/send`))).toEqual([403, 'insufficient-scope'])
    expect(await refusal(bench.theirs.post(`${at}/send`))).toEqual([404, 'not-found'])
    const answers = await Promise.all(Array.from({ length: 5 }, () => bench.mine.post(`${at}/send`)))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409, 409, 409])
    expect(answers.find(({ statusCode }) => statusCode === 409)?.json().code).toBe('mail-not-failed')
    await bench.good('getMailMessage', bench.mine.get(at))
    const [suppressed] = await list("?$filter=Status eq 'suppressed'")
    expect(await refusal(bench.mine.post(`/api/mail/messages/${suppressed?.MessageId}/send`))).toEqual([
      409,
      'mail-not-failed',
    ])
  })
})
