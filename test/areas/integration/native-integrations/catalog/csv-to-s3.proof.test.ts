import { GetObjectCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sentLists } from '#areas/integration/native-integrations/lists/sent-lists.listing'
import { systemScope } from '#kernel/outbox/deliver'
import { systemClock } from '#kernel/time/clock'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'
import { openS3Server, type S3Server } from '#test/support/files/s3-server'
import { nativeApi } from '#test/support/integration/native-integrations'
import { addPerson } from '#test/support/people/contact-rows'

let server: TestApp
let store: S3Server
let mine: TestCaller
let id: string
const api = nativeApi(
  () => server,
  () => mine,
)
const fields = () => ({
  Bucket: store.bucket,
  Region: 'eu-central-1',
  Endpoint: store.endpoint,
  AccessKeyId: store.key,
  SecretAccessKey: store.key,
})
const client = () =>
  new S3Client({
    region: 'eu-central-1',
    endpoint: store.endpoint,
    forcePathStyle: true,
    credentials: { accessKeyId: store.key, secretAccessKey: store.key },
  })
const keys = async (): Promise<string[]> =>
  ((await client().send(new ListObjectsV2Command({ Bucket: store.bucket }))).Contents ?? []).map(({ Key }) => Key ?? '')
const rowsOf = async (key: string): Promise<string[][]> => {
  const { Body } = await client().send(new GetObjectCommand({ Bucket: store.bucket, Key: key }))
  return parse((await Body?.transformToString()) ?? '')
}

beforeAll(async () => {
  server = await buildTestApp({ config: { outboundAllowed: '127.0.0.1' } })
  store = await openS3Server()
})
beforeEach(async () => {
  mine = await server.tenant()
  id = (await api.install('csv-to-s3')).IntegrationId ?? ''
})
afterAll(async () => {
  await server.close()
  await store.close()
})

describe('POST /native/connectors/{connectorname}/connect/{integrationid} (connectIntegration)', () => {
  test('tries the credentials, stores them encrypted and never returns them', async () => {
    const connected = await api.good('connectIntegration', api.connect('s3', id, { Fields: fields() }))
    expect(connected).toMatchObject({ ConnectorName: 's3', IntegrationId: id, IsConnected: true, Message: null })
    const states = await api.good<object[]>('listConnectedConnectors', mine.get('/native/connecterconnected'))
    expect(states).toEqual([connected])
    const stored = await server.database.system.nativeConnector.findFirstOrThrow({
      where: { tenantId: mine.tenant.id },
    })
    expect(stored.credentials).not.toContain(store.key)
    const shown = [
      await mine.get('/native/integrations'),
      await mine.get(`/native/integrations/${id}`),
      await mine.get(`/native/integrations/${id}/configure`),
      await mine.get('/native/connectors/s3/connect'),
    ]
    for (const { body } of shown) expect(body).not.toContain(store.key)
    const history = await server.database.system.auditEntry.findMany({ where: { tenantId: mine.tenant.id } })
    expect(JSON.stringify(history.map(({ changes }) => changes))).not.toContain(store.key)
  })

  test('returns 422 for missing and invalid fields, and for credentials that the store rejects', async () => {
    const missing = await api.connect('s3', id, { Fields: { Bucket: 'A B', Other: 'x' } })
    expect(missing.statusCode).toBe(422)
    expect(missing.json().code).toBe('connection-refused')
    expect(
      missing
        .json()
        .errors.map(({ pointer }: { pointer: string }) => pointer)
        .sort(),
    ).toEqual([
      ...['/Fields/AccessKeyId', '/Fields/Bucket', '/Fields/Other', '/Fields/Region', '/Fields/SecretAccessKey'],
    ])
    for (const wrong of [{ Bucket: 'other-bucket' }, { AccessKeyId: 'other' }]) {
      const answer = await api.connect('s3', id, { Fields: { ...fields(), ...wrong } })
      expect(answer.statusCode, JSON.stringify(wrong)).toBe(422)
      expect((await api.integration(id)).IsConnected).toBe(false)
    }
  })

  test('calls no address of the internal network, and returns 503 if nothing responds', async () => {
    const inside = await api.connect('s3', id, { Fields: { ...fields(), Endpoint: 'http://127.0.0.2:9000' } })
    expect(inside.statusCode).toBe(422)
    expect(inside.json().detail).toContain('a network that may not be called')
    const closed = await api.connect('s3', id, { Fields: { ...fields(), Endpoint: 'http://127.0.0.1:1' } })
    expect(closed.statusCode).toBe(503)
  })

  test('returns 404 for another connector, and for the integration of another tenant', async () => {
    expect((await api.connect('sftp', id, { Fields: fields() })).statusCode).toBe(404)
    const other = await server.tenant()
    expect((await other.post(`/native/connectors/s3/connect/${id}`, { Fields: fields() })).statusCode).toBe(404)
    expect((await other.get('/native/connectors/s3/connect')).statusCode).toBe(404)
  })

  test('requires the scopes of what is sent, since the credentials say where', async () => {
    await api.configure(id, { List: 'contacts' })
    const limited = await server.caller(mine.tenant, ['native-integrations:write'])
    const answer = await limited.post(`/native/connectors/s3/connect/${id}`, { Fields: fields() })
    expect(answer.statusCode).toBe(403)
    expect((await limited.get(`/native/integrations/${id}/execute`)).statusCode).toBe(409)
    await api.connect('s3', id, { Fields: fields() })
    expect((await limited.get(`/native/integrations/${id}/execute`)).statusCode).toBe(403)
  })
})

describe('csv-to-s3', () => {
  test('stores the rows of the list as CSV with the configured columns, filter and name', async () => {
    await addPerson(server.database, mine.tenant.id, { firstName: '=HYPERLINK("x")', balance: -29.5 })
    await addPerson(server.database, mine.tenant.id, { firstName: 'Bea, "B"', city: 'Malmö' })
    await addPerson(server.database, mine.tenant.id, { firstName: 'Cy' })
    await api.connect('s3', id, { Fields: fields() })
    await api.configure(id, {
      List: 'contacts',
      Columns: ['ContactId', 'FirstName', 'City', 'Balance'],
      Filter: "FirstName ne 'Cy'",
      Folder: 'exports/members',
      FileName: '{list}_{run}.csv',
    })
    const run = await api.run(id, '?number=A-17')
    expect(run).toMatchObject({ Status: 'Succeeded', DoneCount: 2, TotalCount: 2, Number: 'A-17', Attempts: 1 })
    const key = `exports/members/contacts_${run?.ExecutionId}.csv`
    expect(run?.Message).toBe(`2 contacts written to ${key} in the bucket ${store.bucket}.`)
    const [head, ...rows] = await rowsOf(key)
    expect(head).toEqual(['ContactId', 'FirstName', 'City', 'Balance'])
    expect(rows.map(([, ...cells]) => cells)).toEqual([
      [`'=HYPERLINK("x")`, '', '-29.5'],
      ['Bea, "B"', 'Malmö', '0'],
    ])
    expect(await api.integration(id)).toMatchObject({ Status: 'Ready', LastExecutionStatus: 'Succeeded' })
  })

  test('writes only below its folder of its bucket, under names without unknown placeholders', async () => {
    const outside = ['../x', 'a/../../x', '..', '.', './x', '/x', 'x/', 'a//b', ' ', 'a/.. /b']
    for (const Folder of outside) {
      const answer = await api.configure(id, { List: 'contacts', Folder })
      expect(answer.statusCode, Folder).toBe(422)
      expect(answer.json().errors, Folder).toMatchObject([{ pointer: 'query:values/Folder' }])
    }
    for (const FileName of ['{foo}.csv', '{list', '..', '. .', ' ', 'a/../b.csv']) {
      const answer = await api.configure(id, { List: 'contacts', FileName })
      expect(answer.statusCode, FileName).toBe(422)
      expect(answer.json().errors[0], FileName).toMatchObject({ pointer: 'query:values/FileName' })
    }
    await api.connect('s3', id, { Fields: fields() })
    await api.configure(id, { List: 'contacts', Folder: 'x..y/..z/ä b%2e%2e+', FileName: '{list} (1)..csv' })
    const key = 'x..y/..z/ä b%2e%2e+/contacts (1)..csv'
    expect(await api.run(id)).toMatchObject({ Status: 'Succeeded', Message: expect.stringContaining(key) })
    expect(await keys()).toContain(key)
    const before = await keys()
    const values = { List: 'contacts', Folder: '../x', FileName: '{run}.csv', Columns: [], Filter: '' }
    const where = { tenantId: mine.tenant.id }
    await server.database.system.nativeIntegration.updateMany({ where, data: { values } })
    expect(await api.run(id)).toMatchObject({
      Status: 'Failed',
      Message: expect.stringContaining('Configure the integration again.'),
    })
    expect(await keys()).toEqual(before)
  })

  test('sends only fields that its lists document', async () => {
    const context = { database: server.database, clock: systemClock, log: server.app.log }
    const scope = await systemScope(context, mine.tenant.id)
    for (const { name, listing, columns, added, label } of sentLists.values())
      expect(Object.keys(listing(scope).fields), name).toEqual(expect.arrayContaining([...columns, added, label]))
  })

  test('writes each of its lists', async () => {
    await addPerson(server.database, mine.tenant.id)
    await api.connect('s3', id, { Fields: fields() })
    for (const List of ['contacts', 'memberships', 'invoices', 'payments', 'registrations']) {
      await api.configure(id, { List, FileName: '{list}-all.csv', Folder: mine.tenant.key })
      expect(await api.run(id), List).toMatchObject({ Status: 'Succeeded' })
      const [head] = await rowsOf(`${mine.tenant.key}/${List}-all.csv`)
      expect(head?.length, List).toBeGreaterThan(8)
    }
  })

  test('ends with a failure that the list of runs shows, and succeeds after it was corrected', async () => {
    await api.connect('s3', id, { Fields: fields() })
    await api.configure(id, { List: 'contacts' })
    const { system } = server.database
    await system.nativeConnector.updateMany({
      where: { tenantId: mine.tenant.id },
      data: { credentials: null, connectedAt: null },
    })
    expect((await api.execute(id)).json().code).toBe('integration-not-ready')
    await api.connect('s3', id, { Fields: fields() })
    expect(await api.run(id)).toMatchObject({ Status: 'Succeeded' })
    expect((await keys()).filter((key) => key.includes('contacts-')).length).toBeGreaterThan(0)
  })
})
