import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { importRows, readFile } from '#areas/people/imports/engine.service'
import { RUN_IMPORT } from '#areas/people/imports/imports.service'
import { planImport } from '#areas/people/imports/plans/plans.service'
import { beginState, openFileImport } from '#areas/people/imports/runs.service'
import { systemScope } from '#kernel/outbox/deliver'
import { systemClock } from '#kernel/time/clock'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'
import { runJobs } from '#test/support/jobs/run-jobs'
import { imported, uploadTable } from '#test/support/people/imports'

let server: TestApp
let mine: TestCaller
beforeAll(async () => {
  server = await buildTestApp()
  mine = await server.tenant()
})
afterAll(() => server.close())

const HEADERS = 'First name,Last name,Email,Note\n'

const refusedCsv = async (caller: TestCaller, id: number): Promise<string> =>
  (await caller.get(`/api/imports/${id}/refused/csv`, { accept: 'text/csv' })).body

describe('POST /api/imports (startImport): damaged cells', () => {
  test('refuses a row with a character that cannot be stored, and imports the others', async () => {
    const caller = await server.tenant()
    const done = await imported(server, caller, `${HEADERS}Ada,By\0ron,ada@post.example,\nBob,Lee,bob@post.example,\n`)
    expect(done).toMatchObject({ Status: 'Completed', Created: 1, Refused: 1 })
    expect(done.Reasons).toMatchObject([
      { Reason: 'Last name: contains a character that cannot be stored: NUL (U+0000)', Lines: [2] },
    ])
    expect(await refusedCsv(caller, done.ImportId)).toContain('Ada,By\ufffdron,ada@post.example')
  })

  test('reports such a character in a cell that no field reads, if another cell refuses the row', async () => {
    const caller = await server.tenant()
    const done = await imported(server, caller, `${HEADERS}Ada,Byron,none,x\0y\nBob,Lee,bob@post.example,\0\n`)
    expect(done).toMatchObject({ Created: 1, Refused: 1 })
    expect(await refusedCsv(caller, done.ImportId)).toContain('x\ufffdy')
  })

  test('refuses half of a UTF-16 pair in UTF-16 text', async () => {
    const caller = await server.tenant()
    const text = Buffer.from(`\ufeff${HEADERS}Ada\ud800,Byron,,\n`.replaceAll(',', '\t'), 'utf16le')
    const done = await imported(server, caller, text)
    // Decoders replace it by U+FFFD, which can be stored.
    expect(done).toMatchObject({ Status: 'Completed', Created: 1, Preset: 'Excel' })
  })

  test('refuses rows of large cells, one transaction for few of them', async () => {
    const caller = await server.tenant()
    const large = 'x'.repeat(900_000)
    const rows = Array.from({ length: 12 }, (_, at) => `${large}${at},Byron,,\n`).join('')
    const done = await imported(server, caller, `${HEADERS}${rows}Ada,Byron,,a${' '.repeat(200_000)}b\n`)
    expect(done).toMatchObject({ Status: 'Completed', Created: 1, Refused: 12 })
  })

  test('refuses a cell with an error of a spreadsheet', async () => {
    const caller = await server.tenant()
    const done = await imported(server, caller, `${HEADERS}#REF!,Byron,,\nEva,#NV,,\n#1,Good,,#N/A\n`)
    expect(done).toMatchObject({ Created: 1, Refused: 2 })
    expect(done.Reasons[0]?.Reason).toMatch(/^(First|Last) name: contains an error of the spreadsheet/)
  })
})

describe('POST /api/imports (startImport): damaged files', () => {
  const rejected = async (content: string | Buffer, name?: string): Promise<string> => {
    const response = await mine.post('/api/imports', { FileId: await uploadTable(mine, content, name) })
    expect([response.statusCode, response.json().code]).toEqual([422, 'import-file'])
    return response.json().detail
  }

  test.each([
    ['an old workbook', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'old versions of Excel (.xls)'],
    ['a PDF', Buffer.from('%PDF-1.7\n%âãÏÓ\n', 'latin1'), 'is a PDF'],
    ['a web page', Buffer.from('<html><table><tr><td>Name</td></tr></table></html>'), 'is a web page'],
    ['a JSON file', Buffer.from('[{"Last name": "Byron"}]'), 'is a JSON file'],
    ['bytes', Buffer.from(Array.from({ length: 4096 }, (_, at) => (at * 7919) % 32)), 'is not a text file'],
  ])('names %s, and says how to save the table', async (_what, content, expected) => {
    const detail = await rejected(content, 'people.csv')
    expect(detail).toContain(expected)
    expect(detail).toContain('(.xlsx) or as CSV UTF-8')
  })

  test('says that a file has no rows after its headers', async () => {
    expect(await rejected(HEADERS)).toContain('has headers, and no row after them')
    expect(await rejected(`${HEADERS},,,\n\n`)).toContain('has headers, and no row after them')
  })

  test('rejects headers that cannot be stored, and too many columns', async () => {
    expect(await rejected('First\0name,Last name\na,b\n')).toContain('The header of column 1')
    expect(await rejected(`Last name,${'x'.repeat(1001)}\na,b\n`)).toContain('The header of column 2')
    expect(await rejected(`Last name,${'a,'.repeat(1000)}\nb\n`)).toContain('more than 1000 columns')
  })

  test.each([
    [
      'a quote that is not closed',
      'Last,"First,,\nNext,Row,,\n',
      'The row of line 6002 has a quote that is not closed.',
    ],
    ['a quote within a cell', 'Last,"Fi"rst,,\n', 'Line 6002 has a quote within a cell.'],
    ['a quote in an unquoted cell', 'La"st"er,First,,\n', 'Line 6002 has a quote within a cell.'],
  ])('fails before the first row if a later one has %s', async (_what, row, message) => {
    const caller = await server.tenant()
    const rows = Array.from({ length: 6000 }, (_, at) => `Ada${at},Byron,,\n`).join('')
    const done = await imported(server, caller, `${HEADERS}${rows}${row}`)
    expect(done).toMatchObject({ Status: 'Failed', Created: 0, RowsRead: 0 })
    expect((done as unknown as { Message: string }).Message).toContain(message)
    expect((await caller.get('/api/contacts')).json().TotalRecordAvailable).toBe('0')
  })
})

describe('POST /api/imports (startImport), POST /api/imports/preview (previewImport): two encodings', () => {
  test('warns of lines in another encoding, in the preview and in the import', async () => {
    const caller = await server.tenant()
    const rows = [Buffer.from('Last name,City\nMüller,Köln\n', 'latin1'), Buffer.from('Björk,Malmö\n')]
    const FileId = await uploadTable(caller, Buffer.concat(rows))
    const warnings = [{ Line: 3, Message: expect.stringContaining('Line 3 is in UTF-8') }]
    const preview = await caller.post('/api/imports/preview', { FileId })
    expect(preview.json()).toMatchObject({ Warnings: warnings, Fault: null })
    const { ImportId } = (await caller.post('/api/imports', { FileId })).json()
    await runJobs(server, RUN_IMPORT)
    expect((await caller.get(`/api/imports/${ImportId}`)).json()).toMatchObject({
      Status: 'Completed',
      Created: 2,
      Warnings: warnings,
    })
    const without = await imported(server, caller, `${HEADERS}Ada,Byron,,\n`)
    expect(without.Warnings).toEqual([])
  })
})

describe('POST /api/imports (startImport): groups', () => {
  test('creates no group for a row that is refused, also as a duplicate', async () => {
    const caller = await server.tenant()
    const file =
      'First name,Last name,Email,Groups\nAda,Byron,ada@post.example,Board\nNo,Address,none,Ghosts\n' +
      'Ada,Byron,ada@post.example,Twins\nEve,Long,eve@post.example,"board,  Fleet  Crew"\n'
    const dry = await imported(server, caller, file, { CreateGroups: true, IsDryRun: true })
    const done = await imported(server, caller, file, { CreateGroups: true })
    for (const one of [dry, done]) expect(one).toMatchObject({ Created: 2, Refused: 2, GroupsCreated: 2 })
    const groups = (await caller.get('/api/groups')).json().Results
    expect(groups).toMatchObject([
      { Name: 'Board', MemberCount: 2 },
      { Name: 'Fleet Crew', MemberCount: 1 },
    ])
  })
})

describe('importRows', () => {
  test('reports a progress that moves with each transaction', async () => {
    const caller = await server.tenant()
    const context = { database: server.database, clock: systemClock, log: server.app.log }
    const scope = await systemScope(context, caller.tenant.id)
    const rows = Array.from({ length: 2000 }, (_, at) => `Ada${at},Byron,,\n`).join('')
    const bytes = Buffer.from(HEADERS + rows)
    const source = {
      name: 'people.csv',
      size: bytes.length,
      open: async function* () {
        yield bytes
      },
    }
    const plan = await planImport(scope, source, {})
    const start = await beginState(scope, await openFileImport(scope, plan))
    const percents: number[] = []
    await importRows(scope, {
      plan,
      file: await readFile(plan),
      start,
      onProgress: ({ percent }) => percents.push(percent),
    })
    expect(percents).toEqual([25, 50, 75, 99])
  })
})
