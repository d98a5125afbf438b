import { dirname } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { RUN_IMPORT } from '#areas/people/imports/imports.service'
import { buildTestApp, type TestApp } from '#test/support/build-app'
import { runJobs } from '#test/support/jobs/run-jobs'
import { type KilledProgram, killedProgram } from '#test/support/killed/killed-program'
import type { KilledImportJob } from '#test/support/people/import-process'
import { startImport } from '#test/support/people/imports'
import { importedLines, importResult, peopleCsv } from '#test/support/people/killed-imports'

/** A run that is killed sends at most so many statements: those before its first rows, and of some transactions. */
const STATEMENTS = 70
/** Prime to it, so that the kills are at all of them, in no order. */
const STEP = 29

/** Defines the test of the job of an import, whose process is killed. */
export const testKilledJobs = ({ rows, kills }: { rows: number; kills: number }): void => {
  let server: TestApp
  let program: KilledProgram<KilledImportJob>
  beforeAll(async () => {
    server = await buildTestApp({ own: true })
    program = killedProgram('test/support/people/import-process.ts', server.url)
  }, 60_000)
  afterAll(async () => {
    program.stop()
    await server.close()
  })

  describe('POST /api/imports (startImport): killed jobs', () => {
    test(`imports ${rows} rows with the result of one run, although the process is killed ${kills} times`, {
      timeout: 3_000_000,
    }, async () => {
      const whole = await server.tenant()
      const killed = await server.tenant()
      await startImport(whole, peopleCsv(rows), { CreateGroups: true })
      await runJobs(server, RUN_IMPORT)
      const { ImportId } = await startImport(killed, peopleCsv(rows), { CreateGroups: true })
      const { id: tenantId } = killed.tenant
      const job = { importId: ImportId, dataDir: dirname(server.app.files.uploads.folder), tenantId }
      let deaths = 0
      for (let kill = 0; kill < kills; kill++) {
        const statement = 1 + ((kill * STEP) % STATEMENTS)
        const request = { ...job, now: new Date().toISOString(), statement, isSent: kill % 2 === 0 }
        if (!(await program.run(request))) deaths++
      }
      expect(deaths).toBeGreaterThan(kills / 2)
      expect(await importedLines(server.database, tenantId)).toBeGreaterThan(0)
      // The job of the queue is still there, and does the rest.
      await runJobs(server, RUN_IMPORT)
      expect((await killed.get(`/api/imports/${ImportId}`)).json()).toMatchObject({
        Status: 'Completed',
        RowsRead: rows,
      })
      expect(await importResult(server.database, tenantId)).toEqual(
        await importResult(server.database, whole.tenant.id),
      )
    })
  })
}
