import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { figures } from '#areas/joined'
import { oldImports } from '#areas/people/imports/imports.job'
import { RUN_IMPORT } from '#areas/people/imports/imports.service'
import { systemScope } from '#kernel/outbox/deliver'
import { systemClock } from '#kernel/time/clock'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'
import { failuresIn } from '#test/support/integration/failures'
import { runJobs } from '#test/support/jobs/run-jobs'
import { imported, type ShownImport, startImport, uploadTable } from '#test/support/people/imports'
import { linesOfFile } from '#test/support/server/list-files'

let server: TestApp
let mine: TestCaller
beforeAll(async () => {
  server = await buildTestApp()
  mine = await server.tenant()
})
afterAll(() => server.close())

const PEOPLE = 'First name,Last name,Email,Groups\nAda,Byron,ada@post.example,Board\nNo,Address,none,Board\n'

const read = async (id: number, caller = mine): Promise<ShownImport> => (await caller.get(`/api/imports/${id}`)).json()

describe('POST /api/imports (startImport)', () => {
  test.each([
    [{ DryRun: true }, {}, '/Options/DryRun'],
    [{ isDryRun: true }, {}, '/Options/isDryRun'],
    [{}, { IsDryRun: true }, '/IsDryRun'],
    [{}, { options: { IsDryRun: true } }, '/options'],
  ])('refuses the unknown options %j %j, and starts nothing', async (Options, others, pointer) => {
    const caller = await server.tenant()
    const FileId = await uploadTable(caller, PEOPLE)
    for (const path of ['/api/imports', '/api/imports/preview']) {
      const refused = await caller.post(path, { FileId, Options, ...others })
      expect([refused.statusCode, refused.json().errors?.[0]?.pointer], path).toEqual([400, pointer])
    }
    expect((await caller.get('/api/imports')).json().TotalRecordAvailable).toBe('0')
  })

  test('imports the rows of an upload by a job, and counts the refused ones by their reasons', async () => {
    const caller = await server.tenant()
    const queued = await startImport(caller, PEOPLE, { CreateGroups: true })
    expect(queued).toMatchObject({ Status: 'Queued', Percent: 0, Preset: 'None', Actions: ['cancel'], AuditId: 1 })
    expect(queued.Columns).toContainEqual({ Header: 'First name', Field: 'FirstName' })
    await runJobs(server, RUN_IMPORT)
    const done = await read(queued.ImportId, caller)
    expect(done).toMatchObject({
      Status: 'Completed',
      Percent: 100,
      AuditId: 2,
      RowsRead: 2,
      Created: 1,
      Refused: 1,
      GroupsCreated: 1,
      MembersAdded: 1,
      Actions: ['delete', 'refused'],
      Reasons: [{ Reason: 'Email: must be an email address', Count: 1, Lines: [3] }],
    })
    const { Results } = (await caller.get('/api/contacts')).json()
    expect(Results).toMatchObject([{ Name: 'Ada Byron', EmailAddress: 'ada@post.example' }])
    const groups = (await caller.get('/api/groups')).json().Results
    expect(groups).toMatchObject([{ Name: 'Board', MemberCount: 1 }])
  })

  test('a dry run counts what would happen, and imports nothing', async () => {
    const caller = await server.tenant()
    const done = await imported(server, caller, PEOPLE, { CreateGroups: true, IsDryRun: true })
    expect(done).toMatchObject({ Status: 'Completed', IsDryRun: true, Created: 1, Refused: 1, GroupsCreated: 1 })
    expect((await caller.get('/api/contacts')).json().Results).toEqual([])
    expect((await caller.get('/api/groups')).json().Results).toEqual([])
  })

  test('requires the scopes of what it writes', async () => {
    const limited = await server.caller(mine.tenant, ['imports:write', 'files:write', 'contacts:write'])
    const FileId = await uploadTable(limited, PEOPLE)
    const response = await limited.post('/api/imports', { FileId })
    expect([response.statusCode, response.json().code]).toEqual([403, 'insufficient-scope'])
    const Options = { Mapping: [{ Header: 'Groups', Field: null }] }
    expect((await limited.post('/api/imports', { FileId, Options })).statusCode).toBe(200)
  })

  test.each([
    ['an empty column of names', 'Colour\nred\n', {}, 422, 'import-file'],
    ['two columns of one field', 'Email,Mail,Last name\na,b,c\n', {}, 422, 'import-file'],
    ['a column that the file does not have', PEOPLE, { Mapping: [{ Header: 'X', Field: null }] }, 400, 'invalid-input'],
    ['a field that does not exist', PEOPLE, { Mapping: [{ Header: 'Email', Field: 'X' }] }, 400, 'invalid-input'],
    ['an unknown encoding', PEOPLE, { Encoding: 'klingon' }, 400, 'invalid-input'],
  ])('rejects %s', async (_what, content, Options, status, code) => {
    const FileId = await uploadTable(mine, content)
    const response = await mine.post('/api/imports', { FileId, Options })
    expect([response.statusCode, response.json().code]).toEqual([status, code])
  })

  test('rejects the upload of another user, and a file that belongs to another import', async () => {
    const other = await server.caller(mine.tenant, ['imports:write', 'contacts:write', 'groups:write'])
    const FileId = await uploadTable(mine, PEOPLE)
    expect((await other.post('/api/imports', { FileId })).statusCode).toBe(422)
    expect((await mine.post('/api/imports', { FileId })).statusCode).toBe(200)
    expect((await mine.post('/api/imports', { FileId })).statusCode).toBe(422)
  })

  test('records who imported in the history of the contacts', async () => {
    const caller = await server.tenant()
    await imported(server, caller, 'Last name\nByron\n')
    const where = { tenantId: caller.tenant.id, entity: 'contact' }
    const history = await server.database.system.auditEntry.findMany({ where })
    expect(history).toMatchObject([{ action: 'created', actor: `key:${caller.permissionId}` }])
  })

  test('reports a file that is gone, and fails', async () => {
    const caller = await server.tenant()
    const { ImportId } = await startImport(caller, PEOPLE)
    const { tenant } = caller
    await server.database.system.storedFile.updateMany({ where: { tenantId: tenant.id }, data: { state: 'deleting' } })
    await runJobs(server, RUN_IMPORT)
    expect(await read(ImportId, caller)).toMatchObject({ Status: 'Failed', Message: expect.any(String) })
    expect(await failuresIn(server, tenant.id)).toMatchObject([{ kind: 'importFailed', of: `import ${ImportId}` }])
  })
})

describe('POST /api/imports (startImport): memberships', () => {
  const memberships = (caller: TestCaller) => caller.get('/api/memberships?$orderby=MembershipId')

  test('creates memberships with the dates of the file, without invoices', async () => {
    const caller = await server.tenant()
    await caller.post('/api/membershiptypes/0', { Name: 'Personal', TermMonths: 12 })
    const content =
      'Last name,Membership type,Member since,Membership start,Membership end,Membership status\n' +
      'Byron,Personal,2015-04-01,2026-01-01,2199-12-31,active\n' +
      'Past,Personal,2010-01-01,,2020-12-31,expired\n' +
      'Off,personal,2012-01-01,2026-01-01,2199-12-31,cancelled\n' +
      'None,Gold,,,,\nBack,Personal,,2026-05-01,2026-01-01,\n'
    const done = await imported(server, caller, content)
    expect(done).toMatchObject({ Created: 3, Refused: 2, MembershipsCreated: 3 })
    expect(done.Reasons.map(({ Reason }) => Reason)).toEqual([
      'Membership: no type or level has this name',
      'Membership: the end is before the start',
    ])
    expect((await memberships(caller)).json().Results).toMatchObject([
      { Status: 'Active', StartDate: '2026-01-01', ExpirationDate: '2199-12-31', Balance: 0 },
      { Status: 'Dropped' },
      { Status: 'Cancelled' },
    ])
    const contacts = (await caller.get('/api/contacts?$orderby=ContactId')).json().Results
    expect(contacts.map(({ Status }: { Status: string }) => Status)).toEqual(['Active', 'Inactive', 'Inactive'])
    const where = { tenantId: caller.tenant.id }
    expect(await server.database.system.invoice.count({ where })).toBe(0)
    expect(await server.database.system.outboxEvent.count({ where: { ...where, kind: 'membership.joined' } })).toBe(3)
  })
})

describe('GET /api/imports (listImports)', () => {
  test('lists imports, newest first, and finds them by the name of the file', async () => {
    const caller = await server.tenant()
    const first = await startImport(caller, PEOPLE)
    const second = await startImport(caller, PEOPLE)
    const { Results } = (await caller.get('/api/imports')).json()
    expect(Results.map((one: ShownImport) => one.ImportId)).toEqual([second.ImportId, first.ImportId])
    expect((await caller.get('/api/imports?$search=PEOPLE')).json().TotalRecordAvailable).toBe('2')
    expect((await caller.get('/api/imports?$search=none')).json().Results).toEqual([])
  })
})

describe('POST /api/imports/{importId}/cancel (cancelImport)', () => {
  test('ends an import before its next rows, once', async () => {
    const caller = await server.tenant()
    const { ImportId } = await startImport(caller, PEOPLE)
    const stale = await caller.post(`/api/imports/${ImportId}/cancel`, undefined, { 'if-match': '"7"' })
    expect(stale.statusCode).toBe(412)
    const cancelled = await caller.post(`/api/imports/${ImportId}/cancel`)
    expect(cancelled.json()).toMatchObject({ Status: 'Cancelled', AuditId: 2, Actions: ['delete'] })
    await runJobs(server, RUN_IMPORT)
    expect((await caller.get('/api/contacts')).json().Results).toEqual([])
    const again = await caller.post(`/api/imports/${ImportId}/cancel`)
    expect([again.statusCode, again.json().code]).toEqual([409, 'import-ended'])
  })
})

describe('DELETE /api/imports/{importId} (deleteImport)', () => {
  test('deletes an import that has ended, with its file and its refused rows', async () => {
    const caller = await server.tenant()
    const { ImportId } = await startImport(caller, PEOPLE)
    const early = await caller.delete(`/api/imports/${ImportId}`)
    expect([early.statusCode, early.json().code]).toEqual([409, 'import-running'])
    await runJobs(server, RUN_IMPORT)
    const { FileId } = await read(ImportId, caller)
    expect((await caller.get(`/api/webdav/${FileId}`)).statusCode).toBe(200)
    expect((await caller.delete(`/api/imports/${ImportId}`)).statusCode).toBe(200)
    expect((await caller.get(`/api/imports/${ImportId}`)).statusCode).toBe(404)
    expect((await caller.get(`/api/webdav/${FileId}`)).statusCode).toBe(404)
    const where = { tenantId: caller.tenant.id }
    expect(await server.database.system.importRefusedRow.count({ where })).toBe(0)
  })

  test('expired imports are deleted, and those that no job has completed have failed', async () => {
    const caller = await server.tenant()
    const old = await imported(server, caller, PEOPLE, { CreateGroups: true })
    const stuck = await startImport(caller, PEOPLE)
    const where = (id: number) => ({ tenantId: caller.tenant.id, id })
    const longAgo = new Date(Date.now() - 31 * 86_400_000)
    const { importRun } = server.database.system
    await importRun.updateMany({ where: where(old.ImportId), data: { finishedAt: longAgo } })
    await importRun.updateMany({ where: where(stuck.ImportId), data: { createdAt: longAgo } })
    const context = { database: server.database, clock: systemClock, log: server.app.log }
    await oldImports.run(await systemScope(context, caller.tenant.id), { since: '2026-01-01', today: '2026-01-02' })
    expect((await caller.get(`/api/imports/${old.ImportId}`)).statusCode).toBe(404)
    expect(await read(stuck.ImportId, caller)).toMatchObject({ Status: 'Failed' })
  })
})

describe('GET /api/imports/{importId}/refused/csv (downloadRefusedRows)', () => {
  test('returns the refused rows with their reasons, which an import reads again', async () => {
    const caller = await server.tenant()
    const { ImportId } = await imported(server, caller, PEOPLE, { CreateGroups: true })
    const file = await caller.get(`/api/imports/${ImportId}/refused/csv`, { accept: 'text/csv' })
    expect(file.headers['content-disposition']).toContain('people.refused.csv')
    expect(linesOfFile(file.body)).toEqual([
      'line,reason,First name,Last name,Email,Groups',
      '3,Email: must be an email address,No,Address,none,Board',
      '',
    ])
    const corrected = file.body.replace('none', 'no@post.example')
    expect(await imported(server, caller, corrected)).toMatchObject({ Created: 1, Refused: 0 })
    const wrapped = (await caller.get(`/api/imports/${ImportId}/refused/csv`)).json()
    expect(wrapped.Content).toBe(file.body)
  })

  test('requires contacts:read', async () => {
    const { ImportId } = await startImport(mine, PEOPLE)
    const limited = await server.caller(mine.tenant, ['imports:read'])
    expect((await limited.get(`/api/imports/${ImportId}/refused/csv`)).statusCode).toBe(403)
  })
})

describe('POST /api/imports/preview (previewImport)', () => {
  test('shows the format, the columns and the first rows as they would be imported', async () => {
    const FileId = await uploadTable(
      mine,
      Buffer.from('Vorname;Nachname;Ort;Land\nJürgen;Müller;Köln;Deutschland\n;;;\nX;;;Nirgendwo\n', 'latin1'),
    )
    const response = await mine.post('/api/imports/preview', { FileId })
    expect(response.statusCode, response.body).toBe(200)
    expect(response.json()).toMatchObject({
      Options: { Preset: 'Excel', Encoding: 'windows-1252', Delimiter: ';', Language: 'de', DateOrder: 'DMY' },
      Columns: [{ Field: 'FirstName' }, { Field: 'LastName' }, { Field: 'City' }, { Field: 'Country' }],
      Rows: [
        {
          Line: 2,
          Reasons: [],
          Values: expect.arrayContaining([
            { Field: 'FirstName', Value: 'Jürgen' },
            { Field: 'City', Value: 'Köln' },
            { Field: 'Country', Value: 'DE' },
          ]),
        },
        { Line: 4, Values: [], Reasons: [expect.stringContaining('Land: must be a country')] },
      ],
    })
    expect((await mine.get('/api/contacts?$search=Jürgen')).json().Results).toEqual([])
  })

  test('returns 422 for the upload of another user', async () => {
    const other = await server.caller(mine.tenant, ['imports:write'])
    const response = await other.post('/api/imports/preview', { FileId: await uploadTable(mine, PEOPLE) })
    expect([response.statusCode, response.json().code]).toEqual([422, 'unknown-reference'])
  })
})

describe('GET /api/imports/fields (listImportFields)', () => {
  test('lists the fields and presets', async () => {
    const { Fields, Presets } = (await mine.get('/api/imports/fields')).json()
    expect(Fields).toContainEqual({
      Name: 'PostalCode',
      Section: 'Address',
      IsDate: false,
      Headers: expect.arrayContaining(['zip', 'plz']),
    })
    expect(Presets).toContainEqual({ Name: 'Mailchimp', Description: expect.any(String) })
  })
})

describe('GET /api/imports/{importId} (getImport)', () => {
  test('returns the version as ETag', async () => {
    const { ImportId } = await startImport(mine, PEOPLE)
    expect((await mine.get(`/api/imports/${ImportId}`)).headers.etag).toBe('"1"')
  })

  test('metrics count the imports that are not complete', async () => {
    await startImport(mine, PEOPLE)
    const running = figures.find(({ name }) => name === 'imports_running')
    const [value] = (await running?.read(server.database.system)) ?? []
    expect(value?.value).toBeGreaterThan(0)
  })
})
