import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { receiveFile } from '#services/files/received-file'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'guildhall-received-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const LIMIT = 1000

/** A body whose connection ends before a byte has arrived. */
const cutBody = (when: (cut: () => void) => void): Readable => {
  const body = new Readable({ read: () => undefined })
  body.on('error', () => undefined)
  when(() => body.destroy(new Error('reset')))
  return body
}

describe('receiveFile', () => {
  test.each<[string, () => Readable]>([
    ['was cut off before', () => cutBody((cut) => cut())],
    ['is cut off while the file is opened', () => cutBody((cut) => setImmediate(cut))],
    ['is cut off later', () => cutBody((cut) => setTimeout(cut, 20))],
    ['is too large', () => Readable.from([Buffer.alloc(LIMIT + 1)])],
  ])('ends with an error and leaves no file if the body %s', async (_when, make) => {
    await expect(receiveFile(make(), folder, LIMIT)).rejects.toThrow(/cut off|larger/)
    expect(readdirSync(folder)).toEqual([])
  })

  test('writes a body to a file', async () => {
    const received = await receiveFile(Readable.from([Buffer.from('name\n'), Buffer.from('Ada\n')]), folder, LIMIT)
    expect(received).toMatchObject({ size: 9 })
    expect(readdirSync(folder)).toHaveLength(1)
  })
})
