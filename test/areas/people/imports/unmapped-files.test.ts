import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'
import { uploadTable } from '#test/support/people/imports'

let server: TestApp
let mine: TestCaller
beforeAll(async () => {
  server = await buildTestApp()
  mine = await server.tenant()
})
afterAll(() => server.close())

describe('POST /api/imports/preview (previewImport): columns that must be mapped', () => {
  test('returns the columns with their fault if they must be mapped first', async () => {
    const FileId = await uploadTable(mine, 'Name of it,Phone,Phone\nByron,1,2\n')
    const fault = (await mine.post('/api/imports/preview', { FileId })).json()
    expect(fault).toMatchObject({
      Fault: 'Columns "Phone" and "Phone (2)" both map to Phone. Map them to different fields, or ignore one of them.',
      Sheets: [],
      Columns: [{ Header: 'Name of it' }, { Header: 'Phone' }, { Header: 'Phone (2)' }],
      Rows: [],
    })
    expect((await mine.post('/api/imports', { FileId })).json().code).toBe('import-file')
    const Mapping = [
      { Header: 'Phone (2)', Field: null },
      { Header: 'name of it', Field: 'LastName' },
    ]
    const mapped = (await mine.post('/api/imports/preview', { FileId, Options: { Mapping } })).json()
    expect([mapped.Fault, mapped.Rows.length]).toEqual([null, 1])
  })
})
