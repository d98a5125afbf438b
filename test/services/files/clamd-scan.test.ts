import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { clamdScan } from '#services/files/clamd-scan'
import { type Clamd, openClamd } from '#test/support/files/clamd'

let folder: string
let clamd: Clamd | undefined
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guildhall-scan-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))
afterEach(async () => {
  await clamd?.close()
  clamd = undefined
})

const scan = async (bytes: Buffer, reply: (bytes: Buffer) => string | null) => {
  clamd = await openClamd(reply)
  const path = join(folder, 'file')
  await writeFile(path, bytes)
  return clamdScan(clamd.url).scan(path)
}

test('sends the whole file and returns null if nothing is found', async () => {
  const bytes = randomBytes(300_000)
  expect(await scan(bytes, () => 'stream: OK')).toBeNull()
  expect(clamd?.scanned[0]?.equals(bytes)).toBe(true)
})

test('returns the name of what is found', async () => {
  const isTest = (bytes: Buffer) => bytes.includes('EICAR')
  const reply = (bytes: Buffer) => (isTest(bytes) ? 'stream: Eicar-Signature FOUND' : 'stream: OK')
  expect(await scan(Buffer.from('X5O!P%@AP EICAR'), reply)).toBe('Eicar-Signature')
})

test.each([['INSTREAM size limit exceeded. ERROR'], [''], ['stream: OK FOUND OK']])(
  'fails if the reply is %j',
  async (reply) => {
    await expect(scan(Buffer.from('x'), () => reply)).rejects.toThrow('The virus scan failed')
  },
)

test('fails if no daemon listens', async () => {
  clamd = await openClamd(() => null)
  const { url } = clamd
  await clamd.close()
  await expect(clamdScan(url).scan(join(folder, 'file'))).rejects.toThrow('ECONNREFUSED')
})
