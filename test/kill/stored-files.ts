import { createHash, randomBytes, randomInt } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DELETE_FILES, fileCleanup } from '#areas/integration/files/files.job'
import { systemClock } from '#kernel/time/clock'
import { buildTestApp, type TestApp, type TestCaller } from '../support/build-app.ts'
import { runJobs } from '../support/jobs/run-jobs.ts'
import { type ServerChild, startServerChild } from '../support/processes/server-child.ts'

const WRITERS = 4
const SETTINGS = { RATE_LIMIT_PER_CREDENTIAL: '10000000', RATE_LIMIT_PER_TENANT: '10000000', LOG_LEVEL: 'info' }

let folder: string
let server: TestApp
let caller: TestCaller
let child: ServerChild
/** The responses that were received: the hash of each file, by its id. */
const uploaded = new Map<number, string>()
const deleted = new Set<number>()

const start = () => startServerChild(server.url, { ...SETTINGS, FILES_FOLDER: folder })
const send = (path: string, init: RequestInit) =>
  fetch(`http://127.0.0.1:${child.port}${path}`, { ...init, headers: { authorization: `ApiKey ${caller.key}` } })

/** Uploads a file and deletes one of three again. A killed server breaks off requests: they do not count. */
const writeOne = async (): Promise<void> => {
  const bytes = randomBytes(randomInt(1, 400_000))
  const answer = await send('/api/files?filename=killed.bin', { method: 'POST', body: new Uint8Array(bytes) })
  if (answer.status !== 200) return
  const { FileId } = (await answer.json()) as { FileId: number }
  uploaded.set(FileId, createHash('sha256').update(bytes).digest('hex'))
  if (FileId % 3 !== 0) return
  deleted.add(FileId)
  await send(`/api/files/${FileId}`, { method: 'DELETE' })
}

/** The names of all files in the folder. */
const storedKeys = async (): Promise<string[]> =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ name }) => basename(name))
    .sort()

/** Runs the job as it does when all times are over: unfinished uploads have expired. */
const cleanUp = async () => {
  const { system } = server.database
  await system.storedFile.updateMany({ where: { state: 'pending' }, data: { expiresAt: new Date(0) } })
  await fileCleanup.task({ database: server.database, clock: systemClock, log: server.app.log }, {})
  await runJobs(server, DELETE_FILES)
}

/** Defines the test of uploads and deletions while the server, web and worker, is killed. */
export const testStoredFiles = (kills: number): void => {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'guildhall-killed-files-'))
    server = await buildTestApp({ own: true, config: { filesFolder: folder } })
    caller = await server.tenant()
    child = await start()
  })
  afterAll(async () => {
    child.process.kill('SIGKILL')
    await server.close()
    await rm(folder, { recursive: true, force: true })
  })

  test(
    `killed ${kills} times: no row is without bytes, and no bytes are without a row`,
    async () => {
      let isOver = false
      const write = async () => {
        while (!isOver) await writeOne().catch(() => new Promise((resolve) => setImmediate(resolve)))
      }
      const writers = Array.from({ length: WRITERS }, write)
      for (let killed = 0; killed < kills; killed++) {
        const before = uploaded.size
        await expect.poll(() => uploaded.size, { timeout: 30_000, interval: 5 }).toBeGreaterThan(before + (killed % 7))
        child.process.kill('SIGKILL')
        await child.ended
        child = await start()
      }
      isOver = true
      await Promise.all(writers)
      child.process.kill('SIGKILL')
      await child.ended
      await cleanUp()
      const rows = await server.database.system.storedFile.findMany({ where: { tenantId: caller.tenant.id } })
      expect(new Set(rows.map(({ state }) => state))).toEqual(new Set(['ready']))
      expect(await storedKeys()).toEqual(rows.map(({ storageKey }) => storageKey).sort())
      for (const { tenantId, storageKey, sha256 } of rows) {
        const bytes = await readFile(join(folder, String(tenantId), storageKey.slice(0, 2), storageKey))
        expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256)
      }
      const kept = [...uploaded].filter(([id]) => !deleted.has(id))
      const hashes = new Map(rows.map(({ id, sha256 }) => [id, sha256]))
      for (const [id, hash] of kept) expect(hashes.get(id)).toBe(hash)
      console.log(`${uploaded.size} files uploaded, ${rows.length} kept`)
    },
    120_000 + kills * 60_000,
  )
}
