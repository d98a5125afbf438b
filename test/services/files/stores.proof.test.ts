import { randomBytes, randomUUID } from 'node:crypto'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import type { ClientRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bytesKey, type FileStore, MissingBytes } from '#services/files/file-store'
import { folderStore } from '#services/files/folder-store'
import { s3Store } from '#services/files/s3-store'
import { openS3Server } from '#test/support/files/s3-server'

let folder: string
const closings: (() => Promise<void>)[] = []
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guildhall-stores-'))
  closings.push(() => rm(folder, { recursive: true, force: true }))
})
afterAll(async () => {
  for (const close of closings) await close()
})

const openS3 = async (): Promise<FileStore> => {
  const { endpoint, bucket, key, close } = await openS3Server()
  closings.push(close)
  return s3Store({ endpoint, bucket, region: 'us-east-1', accessKey: key, secretKey: key })
}

const stores: [string, () => Promise<FileStore>][] = [
  ['a folder', async () => folderStore(join(folder, 'deep', 'files'))],
  ['an S3-compatible store', openS3],
]

const all = async (stream: Readable): Promise<Buffer> => {
  const parts: Buffer[] = []
  for await (const part of stream) parts.push(part)
  return Buffer.concat(parts)
}

describe.each(stores)('%s', (_name, open) => {
  let store: FileStore
  beforeAll(async () => {
    store = await open()
  })

  const put = async (key: string, bytes: Buffer) => {
    const path = join(folder, randomUUID())
    await writeFile(path, bytes)
    await store.put(key, { path, size: bytes.length })
  }
  const newKey = (tenantId = 7) => bytesKey({ tenantId, storageKey: randomUUID() })

  test('returns the bytes that were stored', async () => {
    const key = newKey()
    const bytes = randomBytes(3_000_000)
    await put(key, bytes)
    expect((await all(await store.read(key))).equals(bytes)).toBe(true)
  })

  test('returns the bytes of a file that is stored in several parts', async () => {
    const key = newKey()
    const bytes = randomBytes(20_000_000)
    await put(key, bytes)
    expect((await all(await store.read(key))).equals(bytes)).toBe(true)
    expect(String(await all(await store.read(key, { first: 0, last: 3 })))).toBe(String(bytes.subarray(0, 4)))
  })

  test('returns a part of the bytes', async () => {
    const key = newKey()
    await put(key, Buffer.from('0123456789'))
    expect(String(await all(await store.read(key, { first: 0, last: 1 })))).toBe('01')
    expect(String(await all(await store.read(key, { first: 3, last: 6 })))).toBe('3456')
    expect(String(await all(await store.read(key, { first: 9, last: 9 })))).toBe('9')
  })

  test('replaces earlier bytes', async () => {
    const key = newKey()
    await put(key, Buffer.from('a longer text'))
    await put(key, Buffer.from('short'))
    expect(String(await all(await store.read(key)))).toBe('short')
  })

  test('lists the folders of tenants, and the bytes of one in the order of their keys', async () => {
    const keys = Array.from({ length: 20 }, () => newKey(912)).sort()
    for (const key of [...keys].reverse()) await put(key, randomBytes(5))
    expect(await store.listFolders()).toContain('912')
    const listed: { key: string; size: number }[] = []
    for await (const one of store.list('912')) listed.push(one)
    expect(listed).toEqual(keys.map((key) => ({ key, size: 5 })))
    for await (const one of store.list('913')) throw new Error(one.key)
  })

  test('deletes only the bytes of the key, also twice', async () => {
    const one = newKey()
    const other = newKey(8)
    await put(one, Buffer.from('one'))
    await put(other, Buffer.from('other'))
    await store.delete(one)
    await store.delete(one)
    await expect(store.read(one)).rejects.toBeInstanceOf(MissingBytes)
    expect(String(await all(await store.read(other)))).toBe('other')
  })

  test('says that it has no bytes before any is sent', async () => {
    await expect(store.read(newKey())).rejects.toBeInstanceOf(MissingBytes)
  })

  test('fails if the source is gone', async () => {
    const source = { path: join(folder, 'gone'), size: 4 }
    await expect(store.put(newKey(), source)).rejects.toThrow(/Cannot write file|no such file/)
  })
})

test('an S3-compatible store gets a large file in parts of 8 MiB, and a small one in one request', async () => {
  const store = await openS3()
  const path = join(folder, 'large')
  const requests: string[] = []
  const note = (message: unknown) => {
    const { request } = message as { request: ClientRequest }
    requests.push(`${request.method} ${new URL(request.path, 'http://store').searchParams.get('partNumber') ?? ''}`)
  }
  subscribe('http.client.request.start', note)
  try {
    for (const size of [8 * 2 ** 20, 20_000_000]) {
      await writeFile(path, Buffer.alloc(size, 1))
      await store.put(`1/${size}`, { path, size })
    }
  } finally {
    unsubscribe('http.client.request.start', note)
  }
  // The request that begins the parts, three parts, and the one that completes them.
  expect(requests).toEqual(['PUT ', 'POST ', 'PUT 1', 'PUT 2', 'PUT 3', 'POST '])
})

test('a folder has one folder for each tenant', async () => {
  const root = join(folder, 'tenants')
  const path = join(folder, 'source')
  await writeFile(path, 'x')
  for (const tenantId of [1, 23])
    await folderStore(root).put(bytesKey({ tenantId, storageKey: randomUUID() }), { path, size: 1 })
  expect((await readdir(root)).sort()).toEqual(['1', '23'])
})
