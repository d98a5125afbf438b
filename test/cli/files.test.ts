import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bytesKey } from '#services/files/file-store'
import { useCommandBench } from './command-bench.ts'

const { database, guildhall } = useCommandBench()

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guildhall-check-'))
})
afterAll(() => rm(folder, { recursive: true }))

const write = async (key: string, size: number) => {
  const path = join(folder, key)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, Buffer.alloc(size))
}
const remove = (argument: string | number) => guildhall(`files remove ${argument}`, { FILES_FOLDER: folder })
const check = () => guildhall('files check', { FILES_FOLDER: folder })

test('files check finds what is missing, orphaned or of the wrong size, and fails', async () => {
  const { id: tenantId } = await database().system.tenant.findFirstOrThrow()
  const add = async (name: string, bytes: number | null, state = 'ready') => {
    const complete = { mediaType: 'text/plain', size: 10, sha256: 'a'.repeat(64) }
    const data = {
      tenantId,
      name,
      state,
      createdBy: 'key:1',
      expiresAt: new Date(),
      ...(state === 'ready' && complete),
    }
    const file = await database().system.storedFile.create({ data })
    if (bytes !== null) await write(bytesKey(file), bytes)
    return { ...file, key: bytesKey(file) }
  }
  for (let n = 0; n < 5; n++) await add(`good ${n}`, 10)
  await add('arriving', null, 'pending')
  await add('going', 3, 'deleting')
  expect(await check()).toMatchObject({
    code: 0,
    err: '',
    out: '7 files compared: 0 missing, 0 of the wrong size, 0 orphaned.\n',
  })

  const missing = await add('lost\n.txt', null)
  const short = await add('short', 9)
  const orphans = [`${tenantId}/00/${randomUUID()}`, `${tenantId}/note.txt`, `4711/ab/${randomUUID()}`]
  for (const key of orphans) await write(key, 1)
  const { code, out, err } = await check()
  expect(code).toBe(1)
  const wanted = [
    `missing: tenant ${tenantId}, file ${missing.id} "lost .txt", ${missing.key}`,
    `wrong size: tenant ${tenantId}, file ${short.id} "short", ${short.key}`,
    ...orphans.map((key) => `orphaned: ${key}`),
  ]
  expect(out.trim().split('\n').sort()).toEqual(wanted.sort())
  expect(err).toBe('12 files compared: 1 missing, 1 of the wrong size, 3 orphaned.\n')
})

test('files remove deletes the files of a tenant that was removed, and of no other', async () => {
  const { id: tenantId, key } = await database().system.tenant.findFirstOrThrow()
  const [gone, other] = [`4712/ab/${randomUUID()}`, `4713/ab/${randomUUID()}`]
  for (const stored of [gone, other, `${tenantId}/ab/${randomUUID()}`]) await write(stored, 1)
  expect(await remove(4712)).toMatchObject({ code: 0, err: '', out: '1 files deleted.\n' })
  expect(existsSync(join(folder, gone))).toBe(false)
  expect(existsSync(join(folder, other))).toBe(true)
  expect(await remove(tenantId)).toMatchObject({
    code: 1,
    err: `The files belong to the tenant ${key}, which is in this database.\n`,
  })
  expect(await remove('../4713')).toMatchObject({ code: 2 })
})
