import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'
import { PIXEL } from '#test/support/integration/files'
import { ACCEPT, ACCEPT_MANY, logsOf } from '#test/support/integration/logs'
import { refusal } from '#test/support/people/contact-parts'

let server: TestApp
let caller: TestCaller
let log: ReturnType<typeof logsOf>
beforeAll(async () => {
  server = await buildTestApp()
  caller = await server.tenant()
  log = logsOf(caller)
})
afterAll(() => server.close())

const HOUR = 3_600_000
const ago = (ms: number) => new Date(Date.now() - ms).toISOString()
const faults = async (body: object, path = ACCEPT_MANY) => {
  const response = await caller.post(path, body)
  return {
    status: response.statusCode,
    pointers: response.json().errors?.map(({ pointer }: { pointer: string }) => pointer),
  }
}

describe('POST /api/logs/externalevent/accept (acceptLogEvent)', () => {
  test('stores every field, which the list and the details return', async () => {
    const CreatedDate = ago(HOUR)
    const sent = {
      TenantKey: caller.tenant.key,
      EntityPrimaryType: 'contact',
      EntityPrimaryKey: '1042',
      Severity: 'Warning',
      CreatedDate,
      EventMessage: ' Refused ',
      SourceClassTypeName: 'MailRelay',
      LogTypeName: 'Mail',
      Destination: 'Registry',
      DeeperDetails: '{"code": 550}',
      AlternateName: 'Dana',
      SourceType: 'Cron',
      Tags: ' mail, bounce,,',
      AccompanyingFileUri: 'https://elsewhere.example/x',
    }
    await log.good('acceptLogEvent', caller.post(ACCEPT, sent))
    const { rows, total } = await log.search()
    expect(total).toBe(1)
    expect(rows[0]).toEqual({
      RowId: rows[0]?.RowId,
      CreatedDate,
      Level: 'Warning',
      LogType: 'Mail',
      Message: 'Refused',
      EntityPrimaryType: 'contact',
      EntityPrimaryKey: '1042',
      AlternateName: 'Dana',
      Source: 'MailRelay',
      SourceName: null,
      SourceType: 'Cron',
      Destination: 'Registry',
      Tags: 'mail,bounce',
      AccompanyingFileUri: null,
      HasDetails: true,
      Actions: ['details', 'hide'],
    })
    expect(await log.details(rows[0]?.RowId ?? '')).toEqual({ DeepDetails: '{"code": 550}', RowId: rows[0]?.RowId })
  })

  test('stores the file, which the path of the row returns to callers that read the log', async () => {
    const AccompanyingFileContent = PIXEL.toString('base64')
    await caller.post(ACCEPT, {
      EventMessage: 'With a file',
      AccompanyingFileName: '../a.png',
      AccompanyingFileContent,
    })
    const { rows } = await log.search({ Criteria: 'with file' })
    const uri = String(rows[0]?.AccompanyingFileUri)
    const file = await caller.get(uri, { accept: 'image/png' })
    expect([file.statusCode, file.rawPayload.equals(PIXEL)]).toEqual([200, true])
    const reader = await server.caller(caller.tenant, ['files:read', 'files:write'])
    expect((await reader.get(uri, { accept: 'image/png' })).statusCode).toBe(403)
    const id = uri.split('/').at(-1)
    expect(await refusal(caller.delete(`/api/files/${id}`))).toEqual([409, 'in-use'])
    expect((await (await server.tenant()).get(uri)).statusCode).toBe(404)
  })

  test('rejects the tenant of another caller, and a time that the log does not keep', async () => {
    const other = await server.tenant()
    expect(await refusal(caller.post(ACCEPT, { EventMessage: 'x', TenantKey: other.tenant.key }))).toEqual([
      403,
      '/TenantKey',
    ])
    expect(await faults([{ EventMessage: 'x' }, { EventMessage: 'x', TenantKey: other.tenant.key }])).toEqual({
      status: 403,
      pointers: ['/1/TenantKey'],
    })
    expect(await faults({ EventMessage: 'x', CreatedDate: ago(-HOUR) }, ACCEPT)).toEqual({
      status: 422,
      pointers: ['/CreatedDate'],
    })
    expect(await faults({ EventMessage: 'x', CreatedDate: ago(500 * 24 * HOUR) }, ACCEPT)).toEqual({
      status: 422,
      pointers: ['/CreatedDate'],
    })
    expect((await caller.post(ACCEPT, { EventMessage: 'x', CreatedDate: ago(-240_000) })).statusCode).toBe(200)
  })

  test('stores an event once, however often it is sent with one Idempotency-Key', async () => {
    for (const _ of [1, 2])
      expect((await caller.post(ACCEPT, { EventMessage: 'Only once' }, { 'idempotency-key': 'k1' })).statusCode).toBe(
        200,
      )
    expect(await log.messages({ Criteria: 'only once' })).toEqual(['Only once'])
  })
})

describe('POST /api/logs/externalevent/acceptevents (acceptLogEvents)', () => {
  test('stores all events, with defaults for what is absent', async () => {
    await log.accept([])
    await log.accept([
      { EventMessage: 'One', Tags: 'many' },
      { EventMessage: 'Two', Tags: 'many', Severity: null },
    ])
    const { rows } = await log.search({ Criteria: 'many' })
    expect(rows.map(({ Message }) => Message).sort()).toEqual(['One', 'Two'])
    for (const row of rows)
      expect(row).toMatchObject({ Level: 'Information', LogType: 'External', HasDetails: false, Source: null })
  })

  test('stores none if one is rejected, and names every fault', async () => {
    const file = { AccompanyingFileContent: 'not base64!' }
    const sent = [
      { EventMessage: 'Good', Tags: 'rejected' },
      { EventMessage: ' \u200b' },
      { EventMessage: 'x', ...file },
      { EventMessage: 'x', AccompanyingFileName: 'a.csv' },
    ]
    expect(
      await faults([...sent, { EventMessage: 'y', LogTypeName: 'change', SourceClassTypeName: ' server' }]),
    ).toEqual({
      status: 400,
      pointers: [
        '/1/EventMessage',
        '/2/AccompanyingFileContent',
        '/2/AccompanyingFileName',
        '/3/AccompanyingFileContent',
        '/4/LogTypeName',
        '/4/SourceClassTypeName',
      ],
    })
    expect((await faults([{}, { EventMessage: 'x', Severity: 'Loud' }])).pointers).toEqual([
      '/0/EventMessage',
      '/1/Severity',
    ])
    const late = { EventMessage: 'x', CreatedDate: ago(-HOUR) }
    expect(await faults([sent[0] as object, late, late])).toEqual({
      status: 422,
      pointers: ['/1/CreatedDate', '/2/CreatedDate'],
    })
    expect(await faults(Array.from({ length: 1001 }, () => ({ EventMessage: 'x' })))).toMatchObject({ status: 400 })
    expect(await log.messages({ Criteria: 'rejected' })).toEqual([])
  })

  test('takes a thousand events and their files', async () => {
    const AccompanyingFileContent = Buffer.from('a,b\n1,2\n').toString('base64')
    const events = Array.from({ length: 1000 }, (_, n) => ({
      EventMessage: `Event ${n}`,
      LogTypeName: 'Bulk',
      ...(n < 2 && { AccompanyingFileName: `${n}.csv`, AccompanyingFileContent }),
    }))
    await log.accept(events)
    const { total } = await log.search({ LogType: 'Bulk', Take: '1' })
    expect(total).toBe(1000)
    const { rows } = await log.search({ LogType: 'Bulk', Filter: 'AccompanyingFileUri ne null' })
    expect(rows).toHaveLength(2)
  })
})

describe('POST /api/logs/externalevent/acceptevents (acceptLogEvents) with empty fields', () => {
  test('takes an empty Severity and CreatedDate as absent, alone and among others', async () => {
    const event = { EventMessage: 'Empty fields', Severity: '', CreatedDate: ' ' }
    expect((await caller.post(ACCEPT, event)).statusCode).toBe(200)
    expect((await caller.post(ACCEPT_MANY, [event, { ...event, Severity: 'Error' }])).statusCode).toBe(200)
    const { rows } = await log.search({ Criteria: 'Empty fields' })
    expect(rows.map(({ Level }) => Level).sort()).toEqual(['Error', 'Information', 'Information'])
    expect(Date.now() - Date.parse(String(rows[0]?.CreatedDate))).toBeLessThan(60_000)
    expect(await faults([{ EventMessage: 'x', Severity: 'bad', CreatedDate: 'soon' }])).toEqual({
      status: 400,
      pointers: expect.arrayContaining(['/0/Severity', '/0/CreatedDate']),
    })
  })
})
