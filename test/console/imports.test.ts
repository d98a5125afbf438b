import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { RUN_IMPORT } from '#areas/people/imports/imports.service'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'
import { type ConsoleBrowser, openConsole } from '#test/support/console'
import { runJobs } from '#test/support/run-jobs'
import { textSheet, workbookOf } from '#test/support/workbook'

let server: TestApp
let mine: TestCaller
let staff: ConsoleBrowser
beforeAll(async () => {
  server = await buildTestApp()
  mine = await server.tenant()
  staff = await openConsole(server, mine)
})
afterAll(() => server.close())

const PEOPLE = 'First name,Last name,Email,Nick\nAda,Byron,ada@post.example,Ada\nNo,Address,none,No\n'
const HERE = { 'sec-fetch-site': 'same-origin' }

/** Sends the form with the file, as a browser does. */
const upload = (content: string | Buffer, headers: Record<string, string> = HERE, { browser } = staff) => {
  const boundary = 'console-boundary'
  const [name, type] =
    typeof content === 'string' ? ['members.csv', 'text/csv'] : ['members.xlsx', 'application/octet-stream']
  const payload = Buffer.concat([
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: ${type}\r\n\r\n`,
    ),
    Buffer.from(content),
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ])
  return server.app.inject({
    method: 'POST',
    url: `/console/${mine.tenant.key}/imports/new`,
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, cookie: browser.cookies, ...headers },
    payload,
  })
}
const target = ({ headers }: Awaited<ReturnType<typeof upload>>): string =>
  String(headers.location).replace(`/console/${mine.tenant.key}`, '')

describe('an import from the console', () => {
  test('is uploaded, looked at, checked in all rows, and then started, with its progress', async () => {
    expect((await staff.open('/imports')).text).toContain(`href="/console/${mine.tenant.key}/imports/new"`)
    expect((await staff.open('/imports/new')).words).toContain('Mailchimp')
    const uploaded = await upload(PEOPLE)
    expect([uploaded.statusCode, target(uploaded)]).toEqual([303, expect.stringMatching(/^\/imports\/files\/\d+$/)])
    const path = target(uploaded)
    const seen = await staff.open(path)
    expect(seen.words).toContain('Nothing is imported yet.')
    expect(seen.words).toContain('ada@post.example')
    expect(seen.words).toContain('must be an email address')
    const changed = await staff.open(`${path}?${new URLSearchParams({ 'column:Nick': 'MiddleName', match: 'Email' })}`)
    expect(changed.text).toMatch(/<option value="MiddleName" selected>/)
    const checking = await staff.send(path)
    expect(checking.words).toContain('Dry run')
    expect(checking.text, 'the page follows the progress').toContain('http-equiv="refresh"')
    const [dry] = (await mine.get('/api/imports')).json().Results
    expect(dry).toMatchObject({
      IsDryRun: true,
      Options: { Match: 'Email', Mapping: [{ Header: 'Nick', Field: 'MiddleName' }] },
    })
    await runJobs(server, RUN_IMPORT)
    const checked = await staff.open(`/imports/${dry.ImportId}`)
    expect(checked.words).toContain('1 contact would be created and 0 updated. 1 row is refused')
    expect((await mine.get('/api/contacts')).json().Results).toEqual([])
    const started = await staff.send(`/imports/${dry.ImportId}/run`)
    expect(started.words).toContain('members.csv is imported now.')
    await runJobs(server, RUN_IMPORT)
    expect((await mine.get('/api/contacts')).json().Results).toMatchObject([{ EmailAddress: 'ada@post.example' }])
    const before = await staff.open(`/imports/${dry.ImportId}`)
    expect(before.text, 'the same file is imported once').not.toContain('Import it now')
  })

  test('says what is wrong with a file, and stores nothing of one without a table', async () => {
    const failed = await upload('')
    expect(target(failed)).toBe('/imports/new')
    await staff.browser.open(String(failed.headers.location))
    const table = await upload('Colour\nred\n')
    const shown = await staff.open(target(table))
    expect(shown.status).toBe(422)
  })

  test('refuses a file from another site, or without a session', async () => {
    for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example' }, {}]) {
      const refused = await upload(PEOPLE, headers)
      expect([refused.statusCode, refused.headers['content-type']]).toEqual([403, 'text/html; charset=utf-8'])
    }
    expect((await upload(PEOPLE, { ...HERE, cookie: '' })).statusCode).toBe(303)
    const files = (await mine.get('/api/files')).json()
    expect(files.Results.filter(({ Name }: { Name: string }) => Name === 'members.csv').length).toBeLessThanOrEqual(3)
  })

  test('is not offered to a role that may not import, and refused to it', async () => {
    const reader = await openConsole(server, mine, 'Read only')
    expect((await reader.open('/imports')).text).not.toContain('/imports/new')
    expect((await reader.open('/imports/new')).status).toBe(403)
    const refused = await upload(PEOPLE, HERE, reader)
    expect(refused.statusCode).toBe(303)
    await reader.browser.open(`/console/${mine.tenant.key}/imports`)
    expect((await mine.get('/api/imports')).json().TotalRecordAvailable).toBe('2')
  })

  test('reads a workbook, and imports it with what was found in it', async () => {
    const sheet = textSheet([
      ['First name', 'Last name'],
      ['Olive', 'Hart'],
    ])
    const path = target(await upload(workbookOf({ sheets: { Members: sheet } })))
    expect((await staff.open(path)).words).toContain('Olive')
    await staff.send(path)
    await runJobs(server, RUN_IMPORT)
    const [dry] = (await mine.get('/api/imports')).json().Results
    expect(dry).toMatchObject({ IsDryRun: true, Created: 1, Options: { Sheet: 'Members', Encoding: null } })
    await staff.open(`/imports/${dry.ImportId}`)
    expect((await staff.send(`/imports/${dry.ImportId}/run`)).words).toContain('members.xlsx is imported now.')
    await runJobs(server, RUN_IMPORT)
    expect((await mine.get('/api/imports')).json().Results[0]).toMatchObject({ IsDryRun: false, Created: 1 })
  })
})
