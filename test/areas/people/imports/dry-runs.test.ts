import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { RUN_IMPORT } from '#areas/people/imports/imports.service'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'
import { runJobs } from '#test/support/jobs/run-jobs'
import { imported, type ShownImport, startImport } from '#test/support/people/imports'

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
  test('stores the dry run whose file an import takes over, until that is deleted', async () => {
    const caller = await server.tenant()
    const Options = { CreateGroups: true, IsDryRun: true }
    const checked = await imported(server, caller, PEOPLE, Options)
    await imported(server, caller, PEOPLE, { CreateGroups: true }, 'others.csv')
    const again = (await caller.post('/api/imports', { FileId: checked.FileId, Options })).json()
    expect(again.DryRunImportId, 'a second check').toBe(checked.ImportId)
    await runJobs(server, RUN_IMPORT)
    const started = (await caller.post('/api/imports', { FileId: again.FileId, Options: { Match: 'Email' } })).json()
    expect([checked.DryRunImportId, started.DryRunImportId]).toEqual([null, again.ImportId])
    const following = async (id: number) => {
      const { Results } = (await caller.get(`/api/imports?$filter=DryRunImportId eq ${id}`)).json()
      return Results.map(({ ImportId }: ShownImport) => ImportId)
    }
    expect(await following(checked.ImportId)).toEqual([again.ImportId])
    expect(await following(again.ImportId)).toEqual([started.ImportId])
    await runJobs(server, RUN_IMPORT)
    expect((await caller.delete(`/api/imports/${again.ImportId}`)).statusCode).toBe(200)
    expect(await read(started.ImportId, caller)).toMatchObject({ DryRunImportId: null, Status: 'Completed' })
  })

  test('takes over the file of a dry run that has ended, once', async () => {
    const caller = await server.tenant()
    const checked = await imported(server, caller, PEOPLE, { CreateGroups: true, IsDryRun: true })
    const { FileId } = checked
    const Options = { ...checked.Options, IsDryRun: false }
    const started = await caller.post('/api/imports', { FileId, Options })
    expect([started.statusCode, started.json().FileId]).toEqual([200, FileId])
    expect((await read(checked.ImportId, caller)).FileId).toBeNull()
    expect((await caller.post('/api/imports', { FileId, Options })).statusCode).toBe(422)
    await runJobs(server, RUN_IMPORT)
    expect(await read(started.json().ImportId, caller)).toMatchObject({ Status: 'Completed', Created: 1, Refused: 1 })
    expect((await caller.delete(`/api/imports/${checked.ImportId}`)).statusCode).toBe(200)
    expect((await caller.get(`/api/webdav/${FileId}`)).statusCode, 'the file belongs to the import').toBe(200)
  })

  test('takes over no file of a dry run that has not ended, of an import, or of another tenant', async () => {
    const caller = await server.tenant()
    const open = await startImport(caller, PEOPLE, { IsDryRun: true, CreateGroups: true })
    expect((await caller.post('/api/imports', { FileId: open.FileId })).statusCode).toBe(422)
    const done = await imported(server, caller, PEOPLE, { CreateGroups: true })
    expect((await caller.post('/api/imports', { FileId: done.FileId })).statusCode).toBe(422)
    const dry = await imported(server, mine, PEOPLE, { IsDryRun: true, CreateGroups: true })
    // Without files of its own: each tenant can have its own file with the same id.
    const other = await server.tenant()
    expect((await other.post('/api/imports', { FileId: dry.FileId })).statusCode).toBe(422)
  })
})
