import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { RUN_IMPORT } from '#areas/people/imports/imports.service'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'
import { type ConsoleBrowser, openConsole } from '#test/support/console/console'
import { textSheet, workbookOf } from '#test/support/files/workbook'
import { runJobs } from '#test/support/jobs/run-jobs'

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
const upload = (content: string | Buffer, headers: Record<string, string> = HERE, { browser } = staff, csv = '') => {
  const boundary = 'console-boundary'
  const [name, type] =
    typeof content === 'string' || csv !== ''
      ? [csv || 'members.csv', 'text/csv']
      : ['members.xlsx', 'application/octet-stream']
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

/** Presses "Check all rows" in the form of the open page. */
const check = (path: string, fields: Record<string, string> = {}, { browser, send } = staff) => {
  const form = /name="form" value="([^"]+)">Check all rows/.exec(browser.page)?.[1] ?? ''
  return send(path, { ...fields, form })
}

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
    const changed = await staff.open(`${path}?${new URLSearchParams({ c3: 'MiddleName', d3: 'DMY', match: 'Email' })}`)
    expect(changed.text).toMatch(/<option value="MiddleName" selected>/)
    // The button of the form sends what is chosen, also if it was not applied.
    expect(changed.text).toMatch(
      /<button class="main" form="choices" formmethod="post" name="form" value="[^"]+">Check all rows/,
    )
    const checking = await check(path, { c3: 'MiddleName', match: 'Email' })
    expect(checking.words).toContain('Dry run')
    expect(checking.words).toContain('All rows are being checked.')
    expect(checking.words, 'the page follows the progress').toContain('This page is loaded again every 3 seconds.')
    const [dry] = (await mine.get('/api/imports')).json().Results
    expect(dry).toMatchObject({
      IsDryRun: true,
      Options: { Match: 'Email', Mapping: [{ Header: 'Nick', Field: 'MiddleName' }] },
    })
    const followed = await staff.browser.open(`/console/${mine.tenant.key}/imports/${dry.ImportId}`)
    expect(followed.headers.refresh).toBe('3')
    expect(followed.body).toContain('<a href="?reload=no">Stop that</a>')
    const stopped = await staff.browser.open(`/console/${mine.tenant.key}/imports?status=Queued&reload=no`)
    expect([stopped.headers.refresh, stopped.body.includes('<a href="?status=Queued">Follow')]).toEqual([
      undefined,
      true,
    ])
    await runJobs(server, RUN_IMPORT)
    const checked = await staff.open(`/imports/${dry.ImportId}`)
    expect(checked.words).toContain('1 contact would be created and 0 updated. 1 row is refused')
    expect((await mine.get('/api/contacts')).json().Results).toEqual([])
    const checkedPage = staff.browser.page
    const started = await staff.send(`/imports/${dry.ImportId}/run`)
    expect(started.words).toContain('members.csv is imported now.')
    await runJobs(server, RUN_IMPORT)
    expect((await mine.get('/api/contacts')).json().Results).toMatchObject([{ EmailAddress: 'ada@post.example' }])
    const before = await staff.open(`/imports/${dry.ImportId}`)
    expect(before.text, 'the same file is imported once').not.toContain('Import it now')
    const [run] = (await mine.get('/api/imports')).json().Results
    expect(before.words).toContain(`Its file belongs to import ${run.ImportId} now: Completed`)
    expect(before.text).toContain(`/imports/${run.ImportId}"`)
    const used = await staff.open(path)
    expect([used.status, used.text.includes(`/imports/${run.ImportId}"`)]).toEqual([200, true])
    expect((await staff.open('/imports/files/999999')).words).toContain('This file does not exist any more')
    staff.browser.page = checkedPage
    const second = await staff.send(`/imports/${dry.ImportId}/run`)
    expect(second.words, 'in a second tab').toContain('members.csv was imported already.')
  })

  test('says what is wrong with a file, and stores nothing of one without a table', async () => {
    const failed = await upload('')
    expect(target(failed)).toBe('/imports/new')
    await staff.browser.open(String(failed.headers.location))
    const table = await upload('Colour\nred\n')
    const shown = await staff.open(target(table))
    expect(shown.words).toContain('No column contains a name')
    expect(shown.text, 'the column can be mapped').toContain('name="c0"')
    expect(shown.text).not.toContain('Check all rows')
    const mapped = await staff.open(`${target(table)}?${new URLSearchParams({ c0: 'LastName' })}`)
    expect(mapped.words).toContain('red')
    expect(mapped.words).not.toContain('No column contains a name')
  })

  test('maps every column of a file with many, and keeps the choices of other columns', async () => {
    const headers = ['Last name', ...Array.from({ length: 119 }, (_one, at) => `Extra ${at + 2}`)]
    const path = target(await upload(`${headers.join(',')}\nByron,${headers.slice(1).join(',')}\n`))
    const first = await staff.open(path)
    expect(first.words).toContain('Columns 1 to 50 of 120.')
    expect(first.text).not.toContain('name="c50"')
    const query = new URLSearchParams({ c6: 'MiddleName', c7: '', columns: '100' })
    const last = await staff.open(`${path}?${query}`)
    expect(last.words).toContain('Columns 101 to 120 of 120.')
    expect(last.text).toContain('name="c119"')
    expect(last.text).toContain('<input type="hidden" name="c6" value="MiddleName">')
    expect(last.text).not.toContain('name="c7"')
    expect(last.text).toContain('name="columns" value="50">Previous columns')
    expect(last.text, 'the page stays').toContain('name="columns" value="100">Apply')
    const fields = { c6: 'MiddleName', c119: 'FirstName' }
    await check(path, fields)
    const [dry] = (await mine.get('/api/imports')).json().Results
    expect(dry.Options.Mapping).toEqual([
      { Header: 'Extra 7', Field: 'MiddleName' },
      { Header: 'Extra 120', Field: 'FirstName' },
    ])
    await runJobs(server, RUN_IMPORT)
    for (const columns of ['120', '-1', 'x', '51'])
      expect((await staff.open(`${path}?columns=${columns}`)).status, columns).toBe(200)
  })

  test('maps each of two columns with the same header, and keeps the choices of a fault', async () => {
    const path = target(await upload('Last name,Phone,Phone\nByron,020 7946 0018,020 7946 0019\n'))
    expect((await staff.open(path)).words).toContain('Columns "Phone" and "Phone (2)" both map to Phone.')
    const query = new URLSearchParams({ match: 'Email', c2: 'Fax', c1: 'Fax' })
    const kept = await staff.open(`${path}?${query}`)
    expect(kept.words).toContain('both map to Fax')
    expect(kept.text.match(/value="Fax" selected/g)).toHaveLength(2)
    expect(kept.text).toContain('value="Email" selected')
    const mapped = await staff.open(`${path}?${new URLSearchParams({ c2: 'Fax' })}`)
    expect(mapped.words).toMatch(/Phone: [^F]*0018.*Fax: .*0019/)
  })

  test('maps many columns with long headers, and one with a line break, by an address that a server reads', async () => {
    const long = Array.from({ length: 60 }, (_one, at) => `${at} ${'Extra '.repeat(60)}`.trim())
    const headers = ['Last name', '"Shoe\r\nsize"', ...long]
    const path = target(await upload(`${headers.join(',')}\r\nByron,43${',x'.repeat(60)}\r\n`))
    const names = [...(await staff.open(path)).text.matchAll(/<select id="column-\d+" name="([^"]+)"/g)].map(
      ([, name]) => name,
    )
    expect(names).toHaveLength(50)
    // A browser sends each list of the page.
    const choices = Object.fromEntries(
      names.map((name) => [String(name), name === 'c1' ? 'MiddleName' : name === 'c0' ? '' : '-']),
    )
    const query = String(new URLSearchParams({ ...choices, columns: '50' }))
    expect(query.length).toBeLessThan(1000)
    const kept = await staff.open(`${path}?${query}`)
    expect(kept.words).toContain('MiddleName: 43')
    expect(kept.text).toContain('<input type="hidden" name="c49" value="-">')
    expect((await staff.open(`${path}?c1=MiddleName&c500=FirstName`)).status, 'a column that does not exist').toBe(200)
    await check(path, { c1: 'MiddleName', c61: '-' })
    const [dry] = (await mine.get('/api/imports')).json().Results
    expect(dry.Options.Mapping).toEqual([
      { Header: 'Shoe\nsize', Field: 'MiddleName' },
      { Header: long[59], Field: null },
    ])
    await runJobs(server, RUN_IMPORT)
  })

  test('offers how the text is read, and shows a way on if it cannot be read like this', async () => {
    const path = target(await upload('Last name;Note, short\nByron;"a, b"\n'))
    const seen = await staff.open(path)
    expect(seen.words).toContain('Found: Semicolon')
    expect(seen.words).toContain('Found: utf-8')
    const wrong = await staff.open(`${path}?encoding=none`)
    expect([wrong.status, wrong.words]).toEqual([
      422,
      expect.stringContaining('Encoding must be the name of an encoding'),
    ])
    expect(wrong.text).toContain('name="delimiter"')
    const split = await staff.open(`${path}?delimiter=tab`)
    expect([split.status, split.words]).toEqual([422, expect.stringContaining('is not a valid table')])
    expect(split.text).toContain('value="tab" selected')
  })

  test('says by its line why a file fails after the first rows, and that nothing was imported', async () => {
    const rows = Array.from({ length: 700 }, (_, at) => `Ada,Byron${at},ada${at}@post.example,\n`).join('')
    const path = target(await upload(`First name,Last name,Email,Nick\n${rows}Eve,"Open,eve@post.example,\nNo,End,,\n`))
    await staff.open(path)
    const before = (await mine.get('/api/contacts')).json().TotalRecordAvailable
    await check(path)
    const [dry] = (await mine.get('/api/imports')).json().Results
    await runJobs(server, RUN_IMPORT)
    const failed = await staff.open(`/imports/${dry.ImportId}`)
    expect(failed.words).toContain('The row of line 702 has a quote that is not closed. Nothing was imported.')
    expect(failed.text).not.toContain('Import it now')
    const run = await mine.post('/api/imports', { FileId: dry.FileId })
    expect(run.statusCode, run.body).toBe(200)
    await runJobs(server, RUN_IMPORT)
    const { ImportId } = run.json()
    expect((await staff.open(`/imports/${ImportId}`)).words).toContain(
      'The row of line 702 has a quote that is not closed.',
    )
    expect((await mine.get(`/api/imports/${ImportId}`)).json()).toMatchObject({
      Status: 'Failed',
      Created: 0,
      RowsRead: 0,
    })
    expect((await mine.get('/api/contacts')).json().TotalRecordAvailable).toBe(before)
  })

  test('warns of lines in another encoding before and after the import', async () => {
    const content = Buffer.concat([Buffer.from('Last name\nMüller\n', 'latin1'), Buffer.from('Björk\n')])
    const path = target(await upload(content, HERE, staff, 'mixed.csv'))
    expect((await staff.open(path)).words).toContain('Line 3 is in UTF-8, but the file is read as windows-1252')
    await check(path)
    const [dry] = (await mine.get('/api/imports')).json().Results
    await runJobs(server, RUN_IMPORT)
    expect((await staff.open(`/imports/${dry.ImportId}`)).words).toContain('Warning Line 3 is in UTF-8')
  })

  test('says what a stopped check and a stopped import leave', async () => {
    const path = target(await upload(PEOPLE))
    await staff.open(path)
    await check(path)
    const [dry] = (await mine.get('/api/imports')).json().Results
    expect((await staff.open(`/imports/${dry.ImportId}`)).words).toContain('No row has been refused so far')
    expect((await staff.open(`/imports/${dry.ImportId}/cancel`)).words).toContain('Nothing is imported')
    expect((await staff.send(`/imports/${dry.ImportId}/cancel`)).words).toContain(
      'The check is stopped. Nothing was imported.',
    )
    const late = await staff.open(`/imports/${dry.ImportId}/cancel`)
    expect([late.status, late.words]).toEqual([200, expect.stringContaining('This check has ended')])
    const { ImportId } = (await mine.post('/api/imports', { FileId: dry.FileId })).json()
    await mine.post(`/api/imports/${ImportId}/cancel`, {})
    expect((await staff.open(`/imports/${ImportId}`)).words).toContain('To import the others, upload the file again')
  })

  test('refuses a file from another site, or without a session', async () => {
    const stored = async () => (await mine.get('/api/files')).json().TotalRecordAvailable
    const before = await stored()
    for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example' }, {}]) {
      const refused = await upload(PEOPLE, headers)
      expect([refused.statusCode, refused.headers['content-type']]).toEqual([403, 'text/html; charset=utf-8'])
    }
    expect((await upload(PEOPLE, { ...HERE, cookie: '' })).statusCode).toBe(303)
    expect(await stored()).toBe(before)
  })

  test('is not offered to a role that may not import, and refused to it', async () => {
    const started = async () => (await mine.get('/api/imports')).json().TotalRecordAvailable
    const before = await started()
    const reader = await openConsole(server, mine, 'Read only')
    expect((await reader.open('/imports')).text).not.toContain('/imports/new')
    expect((await reader.open('/imports/new')).status).toBe(403)
    const refused = await upload(PEOPLE, HERE, reader)
    expect(refused.statusCode).toBe(303)
    await reader.browser.open(`/console/${mine.tenant.key}/imports`)
    expect(await started()).toBe(before)
  })

  test('reads a workbook, and imports it with what was found in it', async () => {
    const sheet = textSheet([
      ['First name', 'Last name'],
      ['Olive', 'Hart'],
    ])
    const path = target(await upload(workbookOf({ sheets: { Members: sheet } })))
    expect((await staff.open(path)).words).toContain('Olive')
    await check(path)
    await runJobs(server, RUN_IMPORT)
    const [dry] = (await mine.get('/api/imports')).json().Results
    expect(dry).toMatchObject({ IsDryRun: true, Created: 1, Options: { Sheet: 'Members', Encoding: null } })
    await staff.open(`/imports/${dry.ImportId}`)
    expect((await staff.send(`/imports/${dry.ImportId}/run`)).words).toContain('members.xlsx is imported now.')
    await runJobs(server, RUN_IMPORT)
    expect((await mine.get('/api/imports')).json().Results[0]).toMatchObject({ IsDryRun: false, Created: 1 })
  })
})
