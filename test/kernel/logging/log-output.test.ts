import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { countDroppedLines, LogOutput } from '#kernel/logging/log-output'
import { createLogger } from '#kernel/logging/logger'

/** A device of Linux whose disk is always full. */
const FULL = '/dev/full'

describe('the output of the log', () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'log-output-'))
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  test('writes all lines in their order, in blocks', async () => {
    const path = join(folder, 'log')
    const descriptor = openSync(path, 'w')
    const log = createLogger('info', new LogOutput(descriptor))
    for (let at = 0; at < 2000; at++) log.info({ at }, 'line')
    const written = () => readFileSync(path, 'utf8').split('\n').slice(0, -1)
    await vi.waitUntil(() => written().length === 2000)
    expect(written().map((line) => JSON.parse(line).at)).toEqual(Array.from({ length: 2000 }, (_, at) => at))
    closeSync(descriptor)
  })

  test('writes the rest at once at the end of the process', () => {
    const path = join(folder, 'end')
    const descriptor = openSync(path, 'w')
    const output = new LogOutput(descriptor)
    output.write('one\n')
    output.flushSync()
    expect(readFileSync(path, 'utf8')).toBe('one\n')
    closeSync(descriptor)
  })

  test.runIf(existsSync(FULL))('drops and counts the lines for which the disk has no room, and ends', async () => {
    const descriptor = openSync(FULL, 'w')
    const output = new LogOutput(descriptor)
    const before = countDroppedLines()
    const log = createLogger('info', output)
    for (let at = 0; at < 5000; at++) log.info({ at }, 'line')
    await vi.waitUntil(() => countDroppedLines() - before === 5000)
    log.info('last')
    output.flushSync()
    expect(countDroppedLines() - before).toBe(5001)
    closeSync(descriptor)
  })
})
