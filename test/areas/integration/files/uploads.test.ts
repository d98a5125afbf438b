import { createHash, randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deleteFiles } from '#areas/integration/files/files.job'
import { systemClock } from '#kernel/time/clock'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'
import { openClamd } from '#test/support/files/clamd'
import { failuresIn } from '#test/support/integration/failures'
import { type FormPart, PIXEL, sendForm, sendUpload } from '#test/support/integration/files'
import { expectShape } from '#test/support/server/contract-shape'

let server: TestApp
let mine: TestCaller
beforeAll(async () => {
  server = await buildTestApp()
  mine = await server.tenant(['files:read', 'files:write'])
})
afterAll(() => server.close())

const BYTES = { accept: 'application/octet-stream' }

describe('POST /api/files (uploadFile)', () => {
  test('stores the bytes with the type that is found in them', async () => {
    const answer = await sendUpload(mine, 'C:\\fakepath\\Porträt.txt', PIXEL, { 'content-type': 'text/html' })
    expect(answer.statusCode, answer.body).toBe(200)
    expectShape('uploadFile', answer.json())
    expect(answer.headers.etag).toBe('"1"')
    const { FileId, ExpiresDate, CreatedDate, ...file } = answer.json()
    expect(file).toEqual({
      AuditId: 1,
      Name: 'Porträt.txt',
      MediaType: 'image/png',
      Size: PIXEL.length,
      Sha256: createHash('sha256').update(PIXEL).digest('hex'),
      OwnerKind: null,
      OwnerId: null,
      OwnerName: null,
      CreatedBy: 'test',
      Actions: ['view', 'link', 'delete'],
    })
    expect(Math.round((Date.parse(ExpiresDate) - Date.parse(CreatedDate)) / 3_600_000)).toBe(24)
    const read = await mine.get(`/api/webdav/${FileId}`, BYTES)
    expect(read.rawPayload.equals(PIXEL)).toBe(true)
  })

  test('stores JSON unchanged, and a file of several pieces', async () => {
    for (const bytes of [Buffer.from('{"a": [1,'), randomBytes(700_000)]) {
      const answer = await sendUpload(mine, 'data.json', bytes, { 'content-type': 'application/json' })
      expect(answer.statusCode, answer.body).toBe(200)
      const read = await mine.get(`/api/webdav/${answer.json().FileId}`, BYTES)
      expect(read.rawPayload.equals(bytes)).toBe(true)
    }
  })

  test('accepts a form with one file', async () => {
    const answer = await sendForm(mine, [{ field: 'file', file: 'Übersicht.pdf', bytes: '%PDF-1.7\n' }])
    expect(answer.statusCode, answer.body).toBe(200)
    expect(answer.json()).toMatchObject({ Name: 'Übersicht.pdf', MediaType: 'application/pdf', Size: 9 })
    const renamed = await sendForm(mine, [{ field: 'file', file: 'a.pdf', bytes: '%PDF-1.7\n' }], '?filename=b.pdf')
    expect(renamed.json().Name).toBe('b.pdf')
    // Browsers escape quotes.
    const quoted = await sendForm(mine, [{ field: 'file', file: 'größe %22x%22.png', bytes: PIXEL }])
    expect(quoted.json().Name).toBe('größe x .png')
  })

  test.each<[string, FormPart[]]>([
    ['no part', []],
    ['another field', [{ field: 'photo', file: 'a.png', bytes: PIXEL }]],
    ['text instead of a file', [{ field: 'file', bytes: 'x' }]],
    ['two files', [1, 2].map(() => ({ field: 'file', file: 'a.png', bytes: PIXEL }))],
    [
      'a file and a field',
      [
        { field: 'file', file: 'a.png', bytes: PIXEL },
        { field: 'x', bytes: 'y' },
      ],
    ],
  ])('returns 400 for a form with %s', async (_name, parts) => {
    const answer = await sendForm(mine, parts)
    expect(answer.statusCode, answer.body).toBe(400)
    expect(answer.json().detail).toContain('exactly one part')
  })

  test('returns 400 for a form that is cut off or has no boundary', async () => {
    const cut = Buffer.from('--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nhalf')
    for (const type of ['multipart/form-data; boundary=b', 'multipart/form-data'])
      expect((await mine.post('/api/files', cut, { 'content-type': type })).statusCode).toBe(400)
  })

  test('returns 400 without a name and without bytes', async () => {
    const unnamed = await mine.post('/api/files', PIXEL, { 'content-type': 'image/png' })
    expect(unnamed.json().errors).toEqual([{ pointer: 'query:filename', message: 'is required: the name of the file' }])
    expect((await sendUpload(mine, '/..', PIXEL)).statusCode).toBe(400)
    expect((await sendUpload(mine, 'a.png', '')).statusCode).toBe(400)
    expect((await mine.post('/api/files?filename=a', '', {})).statusCode).toBe(400)
  })

  test('returns 415 for a compressed body', async () => {
    const answer = await sendUpload(mine, 'a.png', PIXEL, { 'content-encoding': 'gzip' })
    expect(answer.statusCode).toBe(415)
  })

  test('a repeat with the same Idempotency-Key stores nothing, other bytes are rejected', async () => {
    const headers = { 'content-type': 'image/png', 'idempotency-key': 'once' }
    const first = await sendUpload(mine, 'once.png', PIXEL, headers)
    const again = await sendUpload(mine, 'once.png', PIXEL, headers)
    expect(again.headers['idempotent-replayed']).toBe('true')
    expect(again.json()).toEqual(first.json())
    const other = await sendUpload(mine, 'once.png', Buffer.concat([PIXEL, PIXEL]), headers)
    expect(other.json().code).toBe('idempotency-key-reused')
  })

  test('leaves nothing in the folder of arriving files', async () => {
    const { folder } = server.app.files.uploads
    await expect.poll(() => readdir(folder)).toEqual([])
  })
})

describe('POST /api/files (uploadFile), with limits and a virus scan', () => {
  test('returns 413 for a file above the limit, whether its length is announced or not', async () => {
    const small = await buildTestApp({ config: { fileLimit: 1024 } })
    const caller = await small.tenant()
    const big = Buffer.alloc(30_000)
    expect((await sendUpload(caller, 'a.bin', big)).json().code).toBe('body-too-large')
    expect((await sendUpload(caller, 'a.bin', Buffer.alloc(1025))).statusCode).toBe(413)
    expect((await sendForm(caller, [{ field: 'file', file: 'a.bin', bytes: Buffer.alloc(1025) }])).statusCode).toBe(413)
    expect((await sendUpload(caller, 'a.bin', Buffer.alloc(1024))).statusCode).toBe(200)
    await expect.poll(() => readdir(small.app.files.uploads.folder)).toEqual([])
    await small.close()
  })

  test('rejects an infected file before it is stored', async () => {
    const clamd = await openClamd((bytes) => (bytes.includes('EICAR') ? 'stream: Eicar FOUND' : 'stream: OK'))
    const scanning = await buildTestApp({ config: { virusScanUrl: clamd.url } })
    const caller = await scanning.tenant()
    const answer = await sendUpload(caller, 'virus.txt', 'EICAR')
    expect(answer.statusCode).toBe(422)
    expect(answer.json()).toMatchObject({ code: 'file-infected', detail: expect.stringContaining('Eicar') })
    const [failure, ...others] = await failuresIn(scanning, caller.tenant.id)
    expect(failure).toMatchObject({
      kind: 'fileInfected',
      level: 4,
      of: null,
      message: expect.stringContaining('Eicar'),
    })
    expect(others).toEqual([])
    expect((await sendUpload(caller, 'clean.txt', 'clean')).statusCode).toBe(200)
    expect((await caller.get('/api/files')).json().TotalRecordAvailable).toBe('1')
    await clamd.close()
    const without = await sendUpload(caller, 'clean.txt', 'clean')
    expect(without.statusCode).toBe(503)
    await scanning.close()
  })

  test('returns 503 if the store is unavailable, and leaves no file', async () => {
    const broken = await buildTestApp({ config: { filesFolder: join('/dev/null', 'files') } })
    const caller = await broken.tenant()
    const answer = await sendUpload(caller, 'a.txt', 'a')
    expect(answer.statusCode, answer.body).toBe(503)
    expect((await caller.get('/api/files')).json().Results).toEqual([])
    const { system } = broken.database
    const where = { tenantId: caller.tenant.id }
    expect(await system.storedFile.count({ where: { ...where, state: { not: 'deleting' } } })).toBe(0)
    const context = { database: broken.database, clock: systemClock, log: broken.app.log }
    await deleteFiles(server.app.files.store)(context, where)
    expect(await system.storedFile.count({ where })).toBe(0)
    await broken.close()
  })
})
