import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../support/database/database.ts'
import { type ServerChild, startServerChild } from '../support/processes/server-child.ts'
import { createTenantKey } from '../support/processes/tenant-key.ts'

const ITEMS = 1000
const PREVIEWS = 20
const MAX_P99_MS = 100

let database: TestDatabase
let server: ServerChild
let key: string
beforeAll(async () => {
  database = await createTestDatabase()
  key = await createTenantKey(database.url)
  const limits = { RATE_LIMIT_PER_CREDENTIAL: '100000', RATE_LIMIT_PER_ADDRESS: '1000000' }
  server = await startServerChild(database.url, { ...limits, LOG_LEVEL: 'info' })
})
afterAll(async () => {
  server.process.kill('SIGKILL')
  await server.ended
  await database.drop()
})

const send = async (path: string, body?: object) => {
  const response = await fetch(`http://127.0.0.1:${server.port}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `ApiKey ${key}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  expect(response.status, text.slice(0, 300)).toBe(200)
  return JSON.parse(text)
}

/** Creates one item by the API and copies its row. */
const addItems = async (calendarId: number): Promise<void> => {
  const item = {
    Title: 'Meeting',
    Start: '2016-01-04T18:00',
    TimeZone: 'Europe/Berlin',
    RecurrenceRule: 'FREQ=MONTHLY;BYDAY=1MO',
  }
  const { CalendarItemId } = await send(`/api/calendars/${calendarId}/items/0`, item)
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const { rows } = await client.query<{ names: string }>(`SELECT string_agg(quote_ident(column_name), ', ') AS names
    FROM information_schema.columns WHERE table_name = 'calendar_item' AND column_name NOT IN ('id', 'uid')`)
  const names = rows[0]?.names
  await client.query(
    `INSERT INTO calendar_item (uid, ${names}) SELECT gen_random_uuid(), ${names} FROM calendar_item, generate_series(2, $2)
     WHERE id = $1`,
    [CalendarItemId, ITEMS],
  )
  await client.end()
}

/** Long to sanitize, and far enough from the time limit of rendering that other work on the machine does not matter. */
const TEMPLATE = {
  Subject: 'Hello',
  Html: `{% for a in (1..100) %}{% for b in (1..100) %}{% if a == b %}<p style="color:red">{{ to.name }} &amp; {{ a }}</p>{% endif %}{% endfor %}{% endfor %}${'<p style="margin:0 1px"><b>text</b> &amp; more</p>'.repeat(1900)}`,
}

/** Measures `/health/live` one request after the other until the work ends. Returns milliseconds, the shortest first. */
const measureDuring = async (work: Promise<unknown>): Promise<number[]> => {
  let isDone = false
  const times: number[] = []
  const ended = work.finally(() => {
    isDone = true
  })
  while (!isDone) {
    const began = performance.now()
    const response = await fetch(`http://127.0.0.1:${server.port}/health/live`)
    await response.text()
    times.push(performance.now() - began)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  await ended
  return times.sort((a, b) => a - b)
}

describe('expensive work', () => {
  test(`${PREVIEWS} previews and ${ITEMS} repeated items leave p99 of /health/live under ${MAX_P99_MS} ms`, async () => {
    const { CalendarId } = await send('/api/calendars/0', { Name: 'Busy' })
    await addItems(CalendarId)
    const span = `From=2026-11-01&To=2026-11-30`
    // Starts the thread, as in a server that has run for a while.
    await send('/api/mail/templates/0/preview', { ...TEMPLATE, Html: '<p>Hello</p>' })
    const previews = Array.from({ length: PREVIEWS }, () => send('/api/mail/templates/0/preview', TEMPLATE))
    const occurrences = Array.from({ length: 4 }, () => send(`/api/calendars/${CalendarId}/occurrences?${span}`))
    const times = await measureDuring(Promise.all([...previews, ...occurrences]))
    expect((await occurrences[0]).length).toBe(ITEMS)
    expect((await previews[0]).Html).toContain('text')
    const p99 = times[Math.floor(times.length * 0.99)] ?? Number.POSITIVE_INFINITY
    console.log(
      `/health/live: ${times.length} requests, p50 ${times[times.length >> 1]?.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, max ${times.at(-1)?.toFixed(1)} ms`,
    )
    expect(times.length).toBeGreaterThan(100)
    expect(p99).toBeLessThan(MAX_P99_MS)
  })
})
