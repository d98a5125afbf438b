import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { problemText } from '#src/console/frame/refused'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'
import { type ConsoleBrowser, openConsole } from '#test/support/console/console'

let server: TestApp
let mine: TestCaller
let staff: ConsoleBrowser
beforeAll(async () => {
  server = await buildTestApp()
  mine = await server.tenant()
  staff = await openConsole(server, mine)
})
afterAll(() => server.close())

describe('an address of the console', () => {
  test.each([
    '/mails?after=nonsense',
    '/log?range=nonsense',
    '/history?range=nonsense',
    '/ledger?range=nonsense',
    '/imports?after=x',
    '/mails?status=banana',
    '/jobs?state=Failed',
    '/imports?status=banana',
    '/history?kind=banana&action=banana',
  ])('shows the list without a cursor, range or choice that is not valid: %s', async (path) => {
    expect((await staff.open(path)).status).toBe(200)
  })

  test('that does not exist leads back to the console', async () => {
    const { status, text } = await staff.open('/nothing/here')
    expect(status).toBe(404)
    expect(text).toContain('<a href="/console">Open the console</a>')
  })

  test('of a record that does not exist leads to its list', async () => {
    const { status, text } = await staff.open('/imports/999999')
    expect(status).toBe(404)
    expect(text.split('<main')[1]).toContain(`href="/console/${mine.tenant.key}/imports"`)
  })
})

describe('the text of a refused form', () => {
  test('names each fault once, by the name of its field', () => {
    const detail =
      'The request is not valid: /Items/0/EmailAddress must be an email address. `errors` names one more field.'
    const errors = [
      { pointer: '/Items/0/EmailAddress', message: 'must be an email address' },
      { pointer: 'query:$top', message: 'must be at most 1000.' },
    ]
    expect(problemText({ status: 400, code: 'invalid-input', detail, errors })).toBe(
      'Email address must be an email address. Top must be at most 1000.',
    )
  })

  test('keeps a detail that says more than its faults', () => {
    const errors = [{ pointer: '/FileId', message: 'does not reference an existing upload' }]
    expect(problemText({ status: 422, code: 'unknown-reference', detail: 'Not there.', errors })).toBe(
      'Not there. File id does not reference an existing upload.',
    )
  })
})
