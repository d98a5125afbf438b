import { expect } from 'vitest'
import { RUN_IMPORT } from '#areas/people/imports/imports.service'
import type { TestApp, TestCaller } from '../build-app.ts'
import { upload } from '../integration/files.ts'
import { runJobs } from '../jobs/run-jobs.ts'

export interface ShownImport {
  ImportId: number
  AuditId: number
  FileId: number | null
  DryRunImportId: number | null
  Status: string
  Preset: string
  Percent: number
  Created: number
  Updated: number
  Unchanged: number
  Refused: number
  Reasons: { Reason: string; Count: number; Lines: number[] }[]
  Warnings: { Kind: string; Line: number; Message: string; Count: number; Lines: number[] }[]
  Columns: { Header: string; Field: string | null }[]
  Options: object
  Actions: string[]
}

/** Uploads a table. Returns the id of the file. */
export const uploadTable = (caller: TestCaller, content: string | Buffer, name = 'people.csv'): Promise<number> =>
  upload(caller, name, content)

/** Starts the import of a table. */
export const startImport = async (
  caller: TestCaller,
  content: string | Buffer,
  Options: object = {},
  name?: string,
): Promise<ShownImport> => {
  const response = await caller.post('/api/imports', { FileId: await uploadTable(caller, content, name), Options })
  expect(response.statusCode, response.body).toBe(200)
  return response.json()
}

/** Imports a table, and returns the import after its end. */
export const imported = async (
  server: TestApp,
  caller: TestCaller,
  content: string | Buffer,
  Options: object = {},
  name?: string,
): Promise<ShownImport> => {
  const { ImportId } = await startImport(caller, content, Options, name)
  await runJobs(server, RUN_IMPORT)
  return (await caller.get(`/api/imports/${ImportId}`)).json()
}
