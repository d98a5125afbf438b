import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fileFigures } from '#areas/integration/files/files.area'
import { DELETE_FILES, fileCleanup } from '#areas/integration/files/files.job'
import { completeFile, reserveFile } from '#areas/integration/files/files.service'
import { systemScope } from '#kernel/outbox/deliver'
import { systemClock } from '#kernel/time/clock'
import type { StoredFile } from '#prisma/client'
import { bytesKey, MissingBytes } from '#services/files/file-store'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'
import { upload } from '#test/support/integration/files'
import { runJobs } from '#test/support/jobs/run-jobs'

let server: TestApp
let mine: TestCaller
beforeAll(async () => {
  server = await buildTestApp({ own: true })
  mine = await server.tenant()
  folder = await mkdtemp(join(tmpdir(), 'guildhall-cleanup-'))
})
let folder: string
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})
const localFile = async (text: string): Promise<string> => {
  const path = join(folder, text)
  await writeFile(path, text)
  return path
}

const PAST = new Date('2026-01-01T00:00:00Z')
const context = () => ({ database: server.database, clock: systemClock, log: server.app.log })
const cleanUp = async () => {
  await fileCleanup.task(context(), {})
  await runJobs(server, DELETE_FILES)
}
const rowOf = (id: number) =>
  server.database.system.storedFile.findFirst({ where: { tenantId: mine.tenant.id, id } }) as Promise<StoredFile>
const change = (id: number, data: Partial<Pick<StoredFile, 'state' | 'expiresAt' | 'ownerKind' | 'ownerId'>>) =>
  server.database.system.storedFile.update({ where: { tenantId_id: { tenantId: mine.tenant.id, id } }, data })
const hasBytes = async (file: Pick<StoredFile, 'tenantId' | 'storageKey'>) => {
  try {
    const stream = await server.app.files.store.read(bytesKey(file))
    stream.destroy()
    return true
  } catch (error) {
    if (error instanceof MissingBytes) return false
    throw error
  }
}
const actionsOf = async (entityId: number) => {
  const where = { tenantId: mine.tenant.id, entity: 'file', entityId }
  const entries = await server.database.system.auditEntry.findMany({ where, orderBy: { auditId: 'asc' } })
  return entries.map(({ action, actor }) => [action, actor.split(':')[0]])
}

test('the metric counts files whose deletion is late', async () => {
  const [figure] = fileFigures
  const late = () => figure?.read(server.database.system)
  expect(await late()).toEqual([{ value: 0 }])
  await change(await upload(mine, 'late.txt', 'late'), { expiresAt: PAST })
  expect(await late()).toEqual([{ value: 1 }])
  await cleanUp()
  expect(await late()).toEqual([{ value: 0 }])
})

describe('the job that deletes files', () => {
  test('deletes an upload that no record uses in time, bytes and row', async () => {
    const old = await upload(mine, 'old.txt', 'old')
    const recent = await upload(mine, 'recent.txt', 'recent')
    const row = await rowOf(old)
    await change(old, { expiresAt: PAST })
    await cleanUp()
    expect(await rowOf(old)).toBeNull()
    expect(await hasBytes(row)).toBe(false)
    expect(await hasBytes(await rowOf(recent))).toBe(true)
    expect(await actionsOf(old)).toEqual([
      ['created', 'key'],
      ['deleted', 'system'],
    ])
  })

  test('deletes a file after its deletion', async () => {
    const id = await upload(mine, 'deleted.txt', 'deleted')
    const row = await rowOf(id)
    await mine.delete(`/api/files/${id}`)
    expect(await hasBytes(row)).toBe(true)
    await cleanUp()
    expect([await rowOf(id), await hasBytes(row)]).toEqual([null, false])
  })

  test('keeps a file that a record owns', async () => {
    const id = await upload(mine, 'owned.txt', 'owned')
    await change(id, { ownerKind: 'contact', ownerId: 1, expiresAt: null })
    await cleanUp()
    expect(await hasBytes(await rowOf(id))).toBe(true)
  })

  test('deletes what a process left that was killed while it stored a file', async () => {
    const scope = await systemScope(context(), mine.tenant.id)
    const row = await reserveFile(scope, { name: 'half.txt', expiresAt: PAST })
    const path = await localFile('half')
    await server.app.files.store.put(bytesKey(row), { path, size: 4 })
    await cleanUp()
    expect([await rowOf(row.id), await hasBytes(row)]).toEqual([null, false])
    expect(await actionsOf(row.id)).toEqual([])
  })

  test('continues where it was killed: the bytes are deleted and the row is not', async () => {
    const id = await upload(mine, 'row.txt', 'row')
    const row = await rowOf(id)
    await mine.delete(`/api/files/${id}`)
    await server.app.files.store.delete(bytesKey(row))
    await cleanUp()
    expect(await rowOf(id)).toBeNull()
  })

  test('an upload that ends after its deletion fails and leaves nothing', async () => {
    const scope = await systemScope(context(), mine.tenant.id)
    const row = await reserveFile(scope, { name: 'late.txt', expiresAt: PAST })
    await change(row.id, { state: 'deleting' })
    const path = await localFile('late')
    const received = { path, size: 4, sha256: 'x', mediaType: 'text/plain' }
    await expect(completeFile(scope, server.app.files, row, received)).rejects.toThrow('took too long')
    await cleanUp()
    expect([await rowOf(row.id), await hasBytes(row)]).toEqual([null, false])
  })
})
