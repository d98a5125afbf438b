import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import type { Finding } from '#src/installation/doctor/finding'
import { startSmtpSink } from '../support/mail/smtp-sink.ts'
import { useCommandBench } from './command-bench.ts'

const { database, guildhall } = useCommandBench()

const freePort = async (): Promise<string> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return String(port)
}

const examine = async (env: Record<string, string> = {}) => {
  const { code, out, err } = await guildhall('doctor --json', { PORT: await freePort(), ...env })
  expect(err).toBe('')
  const findings = JSON.parse(out) as Finding[]
  return { code, of: (subject: string) => findings.filter((finding) => finding.subject === subject) }
}

const states = (findings: Finding[]) => findings.map(({ state }) => state)

describe('guildhall doctor', () => {
  test('finds a prepared installation in order, and says what is still to do', async () => {
    const { code, of } = await examine()
    expect(code).toBe(0)
    for (const subject of ['node', 'configuration', 'secret', 'ports', 'database', 'connections', 'clock', 'logins'])
      expect(states(of(subject)), subject).toEqual(['ok'])
    expect(of('migrations')[0]?.message).toMatch(/^All \d+ are applied\.$/)
    expect(of('mail')).toMatchObject([{ state: 'warn', advice: 'Set MAIL_URL and MAIL_FROM.' }])
    expect(of('workers')).toMatchObject([{ state: 'warn', message: 'No worker has ever run scheduled work.' }])
  })

  test('names the tenants without two decimals, and the gateways of another currency', async () => {
    const { of: before } = await examine()
    expect(states(before('currencies'))).toEqual(['ok'])
    const { tenant, paymentGateway, processorAccount } = database().system
    const { id } = await tenant.create({ data: { key: 'tokyo', name: 'Tokyo', currencyCode: 'JPY' } })
    const data = { tenantId: id, name: 'Cards', nameKey: 'cards', kind: 'Processor' }
    const gateway = await paymentGateway.create({ data })
    const account = { tenantId: id, gatewayId: gateway.id, uid: 'acct_1', timeZone: 'UTC', currencyCode: 'USD' }
    await processorAccount.create({ data: account })
    const { code, of } = await examine()
    expect([code, states(of('currencies'))]).toEqual([0, ['warn', 'warn']])
    expect(of('currencies').map(({ message }) => message)).toEqual([
      'Tenants in a currency without two decimals: tokyo (JPY).',
      'Gateways whose account has another currency than their tenant: tokyo: Cards (USD).',
    ])
    await processorAccount.deleteMany({ where: { tenantId: id } })
    await paymentGateway.deleteMany({ where: { tenantId: id } })
    await tenant.delete({ where: { id } })
  })

  test('has a line of text for each finding within 80 columns, and a summary', async () => {
    const { out, code } = await guildhall('doctor', { PORT: await freePort() })
    expect(code).toBe(0)
    expect(out).toMatch(/^ok {4}node\n {6}Node\.js /)
    expect(out).toMatch(/\n {6}-> Set MAIL_URL and MAIL_FROM\.\n/)
    expect(out).toMatch(/\n\n0 failed, \d+ to look at, \d+ in order\.\n$/)
    for (const line of out.split('\n')) if (!line.includes('/')) expect(line.length).toBeLessThanOrEqual(80)
  })

  test('reports settings that cannot be read, with exit code 1', async () => {
    const { code, of } = await examine({ PORT: 'http', GUILDHALL_DEMOO: 'off' })
    expect(code).toBe(1)
    expect(states(of('configuration'))).toEqual(['warn', 'fail'])
    expect(of('configuration')[1]?.message).toContain('PORT must be a whole number')
  })

  test('reports a level of the log that does not exist, as other commands do', async () => {
    const { code, of } = await examine({ LOG_LEVEL: 'loud' })
    expect([code, states(of('configuration'))]).toEqual([1, ['fail']])
    expect(of('configuration')[0]?.message).toContain('LOG_LEVEL must be one of trace, debug')
    const migrated = await guildhall('migrate', { LOG_LEVEL: 'loud' })
    expect(migrated).toMatchObject({ code: 1, out: '' })
    expect(migrated.err).toMatch(/^The configuration is not valid:\n {2}LOG_LEVEL must be one of [^\n]+\n$/)
  })

  test('reports a database that does not respond, and still checks the rest', async () => {
    const { code, of } = await examine({ DATABASE_URL: `postgres://x@127.0.0.1:${await freePort()}/x` })
    expect([code, states(of('database'))]).toEqual([1, ['fail']])
    expect(of('database')[0]?.message).toMatch(/127\.0\.0\.1/)
    expect(states(of('mail'))).toEqual(['warn'])
  })

  test('reports a secret with which the database has no logins', async () => {
    const { code, of } = await examine({ GUILDHALL_SECRET: 'another secret of an operator, long enough' })
    expect([code, states(of('logins'))]).toEqual([1, ['fail']])
    expect(of('logins')[0]?.advice).toContain('guildhall database logins')
  })

  test('reports a port that another program uses', async () => {
    const taken = createServer((socket) => socket.end('nothing of Guildhall\n')).listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const { code, of } = await examine({ PORT: String((taken.address() as AddressInfo).port) })
    taken.close()
    expect([code, states(of('ports'))]).toEqual([1, ['fail']])
    expect(of('ports')[0]?.advice).toContain('set PORT to another port')
  })

  test('signs in at the mail server without sending', async () => {
    const sink = await startSmtpSink()
    const env = { MAIL_URL: sink.url, MAIL_FROM: 'a@north.example' }
    expect(states((await examine(env)).of('mail'))).toEqual(['ok'])
    await sink.close()
    const { code, of } = await examine(env)
    expect([code, states(of('mail'))]).toEqual([1, ['fail']])
  })

  test('reports folders that cannot be used and secrets that others can read', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'guildhall-doctor-test-'))
    writeFileSync(join(folder, 'secret-key'), 'x'.repeat(40), { mode: 0o644 })
    writeFileSync(join(folder, 'file'), '')
    const { of } = await examine({ GUILDHALL_DATA_DIR: folder, FILES_FOLDER: join(folder, 'file', 'below') })
    expect(of('secret')).toMatchObject([{ state: 'fail', advice: `Run: chmod 600 ${join(folder, 'secret-key')}` }])
    expect(states(of('files'))).toEqual(['fail'])
    rmSync(folder, { recursive: true })
  })

  test('reports events that wait for a worker', async () => {
    const { system } = database()
    const { id } = await system.tenant.findFirstOrThrow()
    const occurredAt = new Date(Date.now() - 3_600_000)
    const event = { kind: 'contact.created', entity: 'contact', entityId: 1, auditId: 1, actor: 'x', payload: {} }
    await system.outboxEvent.create({ data: { ...event, tenantId: id, occurredAt } })
    const { of, code } = await examine()
    expect(code).toBe(0)
    expect(of('events')[0]).toMatchObject({ state: 'warn', message: expect.stringContaining('the oldest for 60 min') })
  })

  test('reports jobs that are tried again and jobs that are given up, by task', async () => {
    const add = (task: string) =>
      database().system.$executeRaw`SELECT graphile_worker.add_job(${task}, '{}'::json, max_attempts => 3)`
    await add('send_mail')
    await add('send_mail')
    await add('deliver_event')
    const fail = (task: string, attempts: number) => database().system.$executeRaw`
      UPDATE graphile_worker._private_jobs SET attempts = ${attempts}, last_error = 'Zoe at zoe@north.example'
      WHERE task_id = (SELECT id FROM graphile_worker._private_tasks WHERE identifier = ${task})`
    await fail('send_mail', 1)
    await fail('deliver_event', 3)
    // Replaced by a later job with its key.
    const key = () => database().system.$executeRaw`
      SELECT graphile_worker.add_job('run_import', '{}'::json, job_key => 'one', max_attempts => 3)`
    await key()
    await fail('run_import', 3)
    await key()
    const { of, code } = await examine()
    expect(code).toBe(0)
    const found = of('jobs').filter(({ state }) => state === 'warn')
    expect(found.map(({ message }) => message)).toEqual([
      'Failed and tried again: send_mail (2).',
      'Failed in all of their attempts: deliver_event (1).',
    ])
    expect(JSON.stringify(found)).not.toContain('zoe')
  })

  test('sends an empty batch to the receiver of traces', async () => {
    expect((await examine()).of('traces')).toMatchObject([{ state: 'ok', message: 'Traces are off.' }])
    const bodies: string[] = []
    let status = 200
    const receiver = createHttpServer(async (request, response) => {
      bodies.push(`${request.url} ${request.headers['api-key']} ${await text(request)}`)
      response.writeHead(status, { 'content-type': 'application/json' }).end('{}')
    }).listen(0, '127.0.0.1')
    await once(receiver, 'listening')
    const env = {
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`,
      OTEL_EXPORTER_OTLP_HEADERS: 'api-key=hunter2',
    }
    expect(states((await examine(env)).of('traces'))).toEqual(['ok'])
    expect(bodies).toEqual(['/v1/traces hunter2 {"resourceSpans":[]}'])
    status = 401
    expect((await examine(env)).of('traces')[0]).toMatchObject({
      state: 'warn',
      message: expect.stringMatching(/: 401 /),
    })
    await new Promise((resolve) => receiver.close(resolve))
    const { code, of } = await examine({ ...env, OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' })
    expect([code, states(of('traces'))]).toEqual([0, ['warn', 'warn']])
    expect(of('traces')[1]?.message).toContain('ECONNREFUSED')
    expect((await guildhall('config', env)).out).toMatch(/OTEL_EXPORTER_OTLP_HEADERS=\(set\) {2}\[environment\]/)
  })
})
