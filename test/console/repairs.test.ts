import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'
import { type ConsoleBrowser, openConsole } from '#test/support/console/console'
import { addJob } from '#test/support/jobs/tenant-jobs'
import { WorkflowBench } from '#test/support/work/workflows'

let server: TestApp
let mine: TestCaller
let staff: ConsoleBrowser
beforeAll(async () => {
  server = await buildTestApp()
  mine = await server.tenant()
  staff = await openConsole(server, mine)
})
afterAll(() => server.close())

const failed = { attempts: 5, error: 'connect ECONNREFUSED' }

describe('a button in a list', () => {
  test('leads back to the same filter, and the notice names what was done', async () => {
    const id = await addJob(server, mine, 'filtered', failed)
    await staff.open('/jobs?state=failed')
    const answer = await staff.browser.submit(`/console/${mine.tenant.key}/jobs/${id}/retry`, {})
    expect(answer.headers.location).toBe(`/console/${mine.tenant.key}/jobs?state=failed`)
    const { words } = await staff.open('/jobs?state=failed')
    expect(words).toContain(`Job ${id} is tried again now.`)
    expect(words, 'it left the list of failed jobs').toContain('No job matches')
  })

  test('leads back to the same filter also if it is refused', async () => {
    const { system } = server.database
    const at = { createdAt: new Date(), settledAt: new Date() }
    const execution = await system.ledgerExecution.create({
      data: {
        tenantId: mine.tenant.id,
        kind: 'invoice',
        documentId: 9,
        number: 'INV-9',
        attempts: 1,
        status: 'Failed',
        message: 'Map the account.',
        ...at,
      },
    })
    await staff.open('/ledger?level=Error&type=Invoice')
    const path = `/console/${mine.tenant.key}/ledger/${execution.executionId}/resync`
    const form = /name="form" value="([^"]+)"/.exec(staff.browser.page)?.[1] ?? ''
    // The ledger is not connected, so that the page has no button.
    const answer = await staff.browser.submit(path, { form, return: 'level=Error&type=Invoice' })
    expect(answer.headers.location).toBe(`/console/${mine.tenant.key}/ledger?level=Error&type=Invoice`)
    expect((await staff.open('/ledger?level=Error&type=Invoice')).text).toContain('class="notice bad"')
  })

  test('accepts no other address to return to', async () => {
    const id = await addJob(server, mine, 'elsewhere', failed)
    await staff.open('/jobs')
    const path = `/console/${mine.tenant.key}/jobs/${id}/retry`
    const answer = await staff.browser.submit(path, { return: 'x#//evil.example/\r\nset-cookie: a=b' })
    expect(answer.headers.location).toBe(`/console/${mine.tenant.key}/jobs`)
  })
})

const BROWSER = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' }

describe('an address without a page', () => {
  test.each([
    ['GET', '/console/x/nothing/here/at/all', 404, undefined],
    ['GET', '/console/north/mails/7/send', 405, 'POST'],
    ['POST', '/console/north/books', 405, 'GET, HEAD'],
    ['GET', '/account/nothing', 404, undefined],
    ['GET', '/sign-out', 405, 'POST'],
    ['GET', '/reference/nothing', 404, undefined],
    ['GET', '/members/north/nothing', 404, undefined],
    ['GET', '/consoles', 404, undefined],
  ] as const)('%s %s is reported to a browser by a page', async (method, url, status, allow) => {
    const { statusCode, headers, body } = await server.app.inject({ method, url, headers: BROWSER })
    expect([statusCode, headers.allow]).toEqual([status, allow])
    expect(headers['content-type']).toContain('text/html')
    expect(body).toContain('There is no page at this address')
  })

  test.each([
    ['/reference/nothing', '/reference', 'Open the API reference'],
    ['/reference/operations/nothing', '/reference', 'Open the API reference'],
    ['/reference/areas/nothing', '/reference', 'Open the API reference'],
    ['/members/north/nothing', '/members/north/sign-in', 'Sign in'],
    ['/nothing', '/', 'Start again'],
    ['/%zz', '/', 'Start again'],
  ])('%s leads on to %s', async (url, path, link) => {
    const { body } = await server.app.inject({ url, headers: BROWSER })
    expect(body).toContain(`<a href="${path}">${link}</a>`)
  })

  test('of the public leads no visitor to the pages of developers', async () => {
    const { statusCode, body } = await server.app.inject({ url: `/events/${mine.tenant.key}/1`, headers: BROWSER })
    expect([statusCode, /<a href/.test(body)]).toEqual([404, false])
  })

  test.each(['/reference/nothing', '/reference/operations/nothing', '/console/x/nothing', '/account/nothing', '/%zz'])(
    '%s is reported to a program by a problem',
    async (url) => {
      for (const headers of [{}, { accept: '*/*' }, { accept: 'application/json, text/html;q=0.9' }])
        expect((await server.app.inject({ url, headers })).headers['content-type']).toContain(
          'application/problem+json',
        )
    },
  )

  test.each(['/api/nothing', '/api/contacts', '/native/nothing', '/mcp', '/oauth2/nothing', '/health/nothing'])(
    '%s of the interfaces is reported by a problem, whatever the program accepts',
    async (url) => {
      const { headers } = await server.app.inject({ url, headers: BROWSER })
      expect(headers['content-type']).toContain('json')
    },
  )
})

describe('a notice', () => {
  test('says what is wrong with a key that does not exist', async () => {
    await staff.open('/keys')
    const form = /name="form" value="([^"]+)"/.exec(staff.browser.page)?.[1] ?? ''
    const { words, text } = await staff.send('/keys/999999/revoke', { form })
    expect(text).toContain('class="notice bad"')
    expect(words).toContain('It does not exist any more, or the address is wrong.')
  })
})

describe('a person who may only read', () => {
  test('is asked about nothing that it cannot do, and is told so in plain words', async () => {
    const reader = await openConsole(server, mine, 'Read only')
    const [key] = (await mine.get('/api/applicationpermissions/apikeys')).json()
    for (const verb of ['revoke', 'reset']) {
      const page = await reader.open(`/keys/${key.ApplicationPermissionId}/${verb}`)
      expect([page.status, page.text.includes('class="confirm"')], verb).toEqual([403, false])
      expect(page.words).toContain('your role does not allow it')
    }
    const resync = await reader.open('/ledger/resync')
    expect([resync.status, resync.text.includes('class="confirm"')]).toEqual([403, false])
    const contacts = await openConsole(server, mine, ['contacts:read'])
    const refused = await contacts.open('/mails')
    expect(refused.words).toContain('Your role does not allow you to see mails.')
    expect(refused.words).not.toContain('scope')
  })
})

describe('a version that has changed', () => {
  test('is reported without the names that only programs use', async () => {
    const work = new WorkflowBench(server, mine, { at: new Date() })
    const id = await work.workflow([await work.group()])
    await staff.open(`/workflows/${id}`)
    const form = /name="form" value="([^"]+)"/.exec(staff.browser.page)?.[1] ?? ''
    const after = await staff.send(`/workflows/${id}/off`, { form, version: '77' })
    expect(after.words).toContain('It was changed by someone else since you opened the page.')
    expect(after.words).not.toContain('AuditId')
  })
})

describe('jobs and problems', () => {
  test('lead to the records that they are about, for those who may read them', async () => {
    await addJob(server, mine, 'of a mail', failed, { messageId: 4711 })
    const jobs = await staff.open('/jobs')
    expect(jobs.text).toContain(`href="/console/${mine.tenant.key}/mails/4711"`)
    const noMail = await openConsole(server, mine, ['logs:read'])
    expect((await noMail.open('/jobs')).text).not.toContain('/mails/4711')
    const event = { Severity: 'Error', LogTypeName: 'Webhook', EventMessage: 'The webhook 12 was paused.' }
    await mine.post('/api/logs/externalevent/acceptevents', [
      {
        ...event,
        SourceType: 'External',
        SourceClassTypeName: 'Site',
        EntityPrimaryType: 'webhook',
        EntityPrimaryKey: '12',
      },
    ])
    const log = await staff.open('/log')
    expect(log.text).toContain(`href="/console/${mine.tenant.key}/webhooks/12"`)
    const row = /href="\/console\/[^/]+(\/log\/\d+)"/.exec(log.text)?.[1] ?? ''
    const page = await staff.open(row)
    expect(page.text).toContain(`href="/console/${mine.tenant.key}/webhooks/12"`)
    expect(page.text).toContain('/history?kind=webhook&amp;record=12')
  })
})

describe('the overview', () => {
  test('counts webhooks that fail or were paused by failures, not those that a user has paused', async () => {
    const tenant = await server.tenant()
    const { system } = server.database
    const common = { tenantId: tenant.tenant.id, url: 'https://crm.example/x', filters: ['*'] }
    await system.webhook.createMany({
      data: [
        { ...common, isPaused: true, pauseReason: 'asked', pausedAt: new Date() },
        { ...common, isPaused: true, pauseReason: 'failing', pausedAt: new Date() },
        { ...common, failingSince: new Date() },
        common,
      ],
    })
    const { words } = await (await openConsole(server, tenant)).open('')
    expect(words).toContain('2 failing webhooks')
  })
})

describe('the mails', () => {
  test('are found by a part of the address or the name', async () => {
    const tenant = await server.tenant()
    const { system } = server.database
    const mail = (key: string, toName: string) => ({
      tenantId: tenant.tenant.id,
      key,
      templateKey: 'x',
      status: 'sent',
      data: {},
      toName,
      toAddress: `${key}@Members.example`,
      addressKey: `${key}@members.example`,
      subject: `To ${toName}`,
    })
    await system.mailMessage.createMany({ data: [mail('ada', 'Ada Moreno'), mail('grace', 'Grace Okafor')] })
    const reader = await openConsole(server, tenant, 'Read only')
    for (const [to, wanted] of [
      ['ADA@mem', ['Ada']],
      ['okafor', ['Grace']],
      ['ada@members.example', ['Ada']],
      ['members', ['Ada', 'Grace']],
      ["o'brien", []],
    ] as const) {
      const { words } = await reader.open(`/mails?${new URLSearchParams({ to })}`)
      expect(
        ['Ada', 'Grace'].filter((name) => words.includes(`To ${name}`)),
        to,
      ).toEqual(wanted)
    }
  })
})
