import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tracing } from '#kernel/tracing/tracing'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'
import { type ServerChild, startServerChild } from '#test/support/server-child'

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
      const { resourceSpans } = JSON.parse(Buffer.concat(parts).toString()) as Export
      spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)))
      response.setHeader('content-type', 'application/json')
      response.end('{}')
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

const find = async (wanted: (span: Span) => boolean): Promise<Span> => {
  for (;;) {
    const found = spans.find((span) => span.traceId === TRACE && wanted(span))
    if (found) return found
    await sleep(50)
  }
}

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
