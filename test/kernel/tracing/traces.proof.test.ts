import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemScope } from '#kernel/outbox/deliver'
import { systemClock } from '#kernel/time/clock'
import { tracing } from '#kernel/tracing/tracing'
import { queueMail } from '#services/mail/queue-mail'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'
import { type ServerChild, startServerChild } from '#test/support/processes/server-child'

interface Span {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[]
}

interface Export {
  resourceSpans: { scopeSpans: { spans: Span[] }[] }[]
}

const spans: Span[] = []
/** What the receiver responds with. */
let status = 200
let receiver: Server
let server: TestApp
let caller: TestCaller
let child: ServerChild

/** A receiver of OTLP over HTTP. */
beforeAll(async () => {
  receiver = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      response.statusCode = status
      response.setHeader('content-type', 'application/json')
      if (status !== 200) return response.end('{}')
      const { resourceSpans } = JSON.parse(Buffer.concat(parts).toString()) as Export
      spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)))
      return response.end('{}')
    })
  })
  await new Promise<void>((resolve) => void receiver.listen(0, '127.0.0.1', resolve))
  server = await buildTestApp({ own: true })
  caller = await server.tenant()
  const hook = { Url: 'https://hooks.example/x', IgnoreWebhookValidation: true, WebHookFilters: ['contact.*'] }
  await server.database.system.webhook.create({
    data: { tenantId: caller.tenant.id, url: hook.Url, filters: hook.WebHookFilters },
  })
  child = await startServerChild(server.url, {
    GUILDHALL_ROLE: 'both',
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`,
    OTEL_BSP_SCHEDULE_DELAY: '100',
  })
})
afterAll(async () => {
  child.process.kill('SIGTERM')
  await child.ended
  await server.close()
  await new Promise((resolve) => receiver.close(resolve))
})

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const PARENT = '00f067aa0ba902b7'

const findIn = async (traceId: string | undefined, wanted: (span: Span) => boolean): Promise<Span> => {
  for (;;) {
    const found = spans.find((span) => (traceId === undefined || span.traceId === traceId) && wanted(span))
    if (found) return found
    await sleep(50)
  }
}

const find = (wanted: (span: Span) => boolean): Promise<Span> => findIn(TRACE, wanted)

const textOf = ({ attributes }: Span, key: string): string | undefined =>
  attributes.find((one) => one.key === key)?.value.stringValue

describe('with OTEL_EXPORTER_OTLP_ENDPOINT', () => {
  test('one trace contains a request, its statements and the job that it caused', async () => {
    const response = await fetch(`http://127.0.0.1:${child.port}/api/contacts/person/0?x=secret-of-the-query`, {
      method: 'POST',
      headers: {
        authorization: `ApiKey ${caller.key}`,
        'content-type': 'application/json',
        traceparent: `00-${TRACE}-${PARENT}-01`,
      },
      body: JSON.stringify({ FirstName: 'Ada', LastName: 'Lovelace-of-the-trace' }),
    })
    expect(response.status, await response.text()).toBe(200)
    const request = await find(({ parentSpanId }) => parentSpanId === PARENT)
    expect(request.name).toBe('POST /api/contacts/person/:contactId')
    expect(request.kind).toBe(2)
    const job = await find(({ name }) => name === 'job deliver_event')
    const statement = await find((span) => span.parentSpanId === job.spanId)
    expect(textOf(statement, 'db.system.name')).toBe('postgresql')
    const ofRequest = spans.filter(({ parentSpanId }) => parentSpanId === request.spanId)
    expect(ofRequest.map((span) => textOf(span, 'db.operation.name'))).toContain('WITH')
    expect(job.parentSpanId).toBe(request.spanId)

    const everything = JSON.stringify(spans)
    for (const value of ['Lovelace-of-the-trace', 'secret-of-the-query', caller.key])
      expect(everything).not.toContain(value)
    const line = child.lines.find(({ msg, path }) => msg === 'request' && String(path).includes('/person/0'))
    expect(line).toMatchObject({ trace_id: TRACE, span_id: request.spanId })
  })

  test('a mail has a span below its job, without its address and subject', async () => {
    const { database, app } = server
    const scope = await systemScope({ database, clock: systemClock, log: app.log }, caller.tenant.id)
    const to = { address: 'ada@of-the-trace.example', name: 'Ada of the trace', contactId: null }
    await scope.db.transaction((tx) =>
      queueMail(scope, tx, [{ key: 'traced', templateKey: 'membership-expiring', to, data: {} }]),
    )
    const mail = await findIn(undefined, ({ name }) => name === 'send mail')
    const job = await findIn(mail.traceId, ({ spanId }) => spanId === mail.parentSpanId)
    expect([job.name, textOf(mail, 'guildhall.mail.to')]).toEqual(['job mail.send', 'folder'])
    expect(JSON.stringify(spans)).not.toMatch(/of-the-trace\.example|Ada of the trace/)
  })

  test('requests of proxies for the health are not traced', async () => {
    const headers = { traceparent: `00-${TRACE}-${PARENT}-01` }
    for (const path of ['live', 'ready', 'live'])
      expect((await fetch(`http://127.0.0.1:${child.port}/health/${path}`, { headers })).status).toBe(200)
    await fetch(`http://127.0.0.1:${child.port}/`, { headers })
    await find(({ name }) => name === 'GET /')
    expect(spans.filter(({ name }) => name.includes('/health/'))).toEqual([])
  })

  test('the log says once that the receiver refuses traces, and when it accepts them again', async () => {
    expect(child.lines).toContainEqual(expect.objectContaining({ msg: 'traces are sent', to: expect.any(String) }))
    const request = () => fetch(`http://127.0.0.1:${child.port}/`)
    status = 403
    await request()
    expect(await child.logged(/^traces could not be sent/)).toMatchObject({
      level: 40,
      reason: expect.stringMatching(/^403 /),
    })
    await request()
    status = 200
    await expect
      .poll(async () => {
        await request()
        return child.lines.some(({ msg }) => msg === 'traces are sent again')
      })
      .toBe(true)
    expect(child.lines.filter(({ msg }) => String(msg).startsWith('traces could not be sent'))).toHaveLength(1)
  })

  test('work that repeats without a request has no statements in traces', () => {
    const ids = new Set(spans.map(({ spanId }) => spanId))
    const roots = spans.filter(
      ({ parentSpanId, traceId }) => traceId !== TRACE && !(parentSpanId && ids.has(parentSpanId)),
    )
    expect(roots.filter((span) => textOf(span, 'db.system.name') !== undefined)).toEqual([])
  })
})

test('without the variables nothing is traced', () => {
  expect(tracing()).toBeUndefined()
})
