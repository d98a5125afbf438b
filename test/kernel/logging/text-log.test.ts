import fc from 'fast-check'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { createLogger, isTextLog } from '#kernel/logging/logger'
import { textLine, textOutput } from '#kernel/logging/text-log'

const written = (isColored = false) => {
  const lines: string[] = []
  const stream = { write: (text: string) => lines.push(text) > 0 }
  return { log: createLogger('trace', textOutput(stream, isColored)), lines }
}

describe('the log on a terminal', () => {
  test('has local time, level, message and the other fields in one line', () => {
    const { log, lines } = written()
    log.info({ store: 'the folder files' }, 'files are stored')
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatch(/^\d\d:\d\d:\d\d info {2}files are stored store=the folder files\n$/)
  })

  test('shows a request by method, path, status and duration, with its id only if it failed', () => {
    const { log, lines } = written()
    const request = { reqId: 'r1', method: 'GET', path: '/api/contacts', status: 200, ms: 12.34, ip: '127.0.0.1' }
    log.info({ ...request, tenant: 'north' }, 'request')
    log.info({ ...request, status: 503, ms: 1.5 }, 'request')
    expect(lines.map((line) => line.slice(9))).toEqual([
      'info  GET /api/contacts 200 12 ms tenant=north\n',
      'info  GET /api/contacts 503 1.5 ms reqId=r1\n',
    ])
  })

  test('shows the stack of an error below its line, and no secret', () => {
    const { log, lines } = written()
    log.error({ err: new Error('broken'), request: { password: 'hunter2' } }, 'it failed')
    expect(lines[0]).toMatch(/error it failed request=\{"password":"\[redacted\]"\}\n {4}Error: broken\n {8}at /)
  })

  test('shows the code of an error, and what a database error is about without the values in its message', () => {
    const { log, lines } = written()
    const error = new pg.DatabaseError('Key (email)=(zoe@north.example) already exists.', 40, 'error')
    log.error(
      { err: Object.assign(error, { code: '23505', constraint: 'contact_pkey', table: 'contact' }) },
      'it failed',
    )
    expect(lines[0]).toMatch(
      /it failed\n {4}error: database error 23505, constraint contact_pkey, table contact\n {8}at /,
    )
    expect(lines[0]).not.toContain('zoe')
    log.error({ err: Object.assign(new Error('the mail server said no'), { code: 'EAUTH' }) }, 'a job failed')
    expect(lines[1]).toMatch(/a job failed\n {4}Error: the mail server said no \(EAUTH\)\n {8}at /)
  })

  test('colors only the level, the time and the fields, if asked', () => {
    const { log, lines } = written(true)
    log.warn('careful')
    expect(lines[0]).toContain('\u001b[33mwarn \u001b[0m careful')
  })

  test('passes no control character of any text to the terminal', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (msg, name) => {
        const line = textLine(
          JSON.stringify({ level: 30, time: '2026-01-01T00:00:00.000Z', msg, name, err: { stack: `${msg}\n${name}` } }),
          false,
        )
        expect(line.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u)
      }),
    )
  })
})

describe('LOG_FORMAT', () => {
  test('auto writes text to a terminal and JSON elsewhere; json and text are always that', () => {
    expect([isTextLog('auto', true), isTextLog('auto', false)]).toEqual([true, false])
    expect([isTextLog('json', true), isTextLog('json', false)]).toEqual([false, false])
    expect([isTextLog('text', true), isTextLog('text', false)]).toEqual([true, true])
  })
})
