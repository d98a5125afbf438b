import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../support/database/database.ts'
import { openS3Server, type S3Server } from '../support/files/s3-server.ts'
import {
  type OnlineSpreadsheet,
  SPREADSHEET_ID,
  startOnlineSpreadsheet,
} from '../support/integration/online-spreadsheet.ts'
import { type Receiver, startReceiver } from '../support/integration/receiver.ts'
import { SFTP_USER, type SftpServer, startSftpServer } from '../support/integration/sftp-server.ts'
import { type SmtpSink, startSmtpSink } from '../support/mail/smtp-sink.ts'
import { type ServerChild, startServerChild } from '../support/processes/server-child.ts'
import { createTenantKey } from '../support/processes/tenant-key.ts'

let database: TestDatabase
let server: ServerChild
let key: string
let store: S3Server
let sftp: SftpServer
let sheets: OnlineSpreadsheet
let receiver: Receiver
let sink: SmtpSink

beforeAll(async () => {
  database = await createTestDatabase()
  key = await createTenantKey(database.url)
  store = await openS3Server()
  sftp = await startSftpServer()
  sheets = await startOnlineSpreadsheet()
  receiver = await startReceiver()
  sink = await startSmtpSink()
  server = await startServerChild(database.url, {
    GUILDHALL_ROLE: 'both',
    OUTBOUND_ALLOWED_NETWORKS: '127.0.0.1',
    MAIL_URL: sink.url,
    MAIL_FROM: 'office@build.example',
    SPREADSHEET_CLIENT_ID: sheets.config.spreadsheetClientId,
    SPREADSHEET_CLIENT_SECRET: sheets.config.spreadsheetClientSecret,
    SPREADSHEET_AUTHORIZE_URL: sheets.config.spreadsheetAuthorizeUrl,
    SPREADSHEET_TOKEN_URL: sheets.config.spreadsheetTokenUrl,
    SPREADSHEET_REVOKE_URL: sheets.config.spreadsheetRevokeUrl,
    SPREADSHEET_API_URL: sheets.config.spreadsheetApiUrl,
  })
  await send('/api/contacts/person/0', { FirstName: 'Ada', LastName: 'Built' })
})
afterAll(async () => {
  server.process.kill('SIGKILL')
  await server.ended
  await Promise.all([store, sftp, sheets, receiver, sink].map((one) => one.close()))
  await database.drop()
})

/** Sends a request, and returns the body of its successful response. */
const send = async <T = unknown>(path: string, body?: object): Promise<T> => {
  const response = await fetch(`http://127.0.0.1:${server.port}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `ApiKey ${key}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  expect(response.status, `${path}: ${text}`).toBe(200)
  return JSON.parse(text.startsWith('{') || text.startsWith('[') ? text : 'null') as T
}

interface Run {
  Status: string
  Message: string
}

/** How an app is connected, what it is configured with, and what a run of it leaves at the other side. */
interface Scenario {
  connect?(id: string): Promise<void>
  values(): Promise<object>
  expectEffect(id: string): Promise<void>
}

const connectBy = (name: string, fields: () => object) => async (id: string) => {
  expect(await send(`/native/connectors/${name}/connect/${id}`, { Fields: fields() })).toMatchObject({
    IsConnected: true,
  })
}

const FILE = { List: 'contacts', Columns: ['FirstName', 'LastName'], FileName: 'members.csv' }
const ROWS = [
  ['FirstName', 'LastName'],
  ['Ada', 'Built'],
]

const readObject = async (Key: string): Promise<string> => {
  const client = new S3Client({
    region: 'eu-central-1',
    endpoint: store.endpoint,
    forcePathStyle: true,
    credentials: { accessKeyId: store.key, secretAccessKey: store.key },
  })
  const { Body } = await client.send(new GetObjectCommand({ Bucket: store.bucket, Key }))
  return (await Body?.transformToString()) ?? ''
}

const scenarios: Record<string, Scenario> = {
  'calendar-feed': {
    values: async () => {
      const { CalendarId } = await send<{ CalendarId: number }>('/api/calendars/0', { Name: 'Board' })
      await send(`/api/calendars/${CalendarId}/items/0`, {
        Title: 'Meeting of the build',
        Start: new Date(Date.now() + 86_400_000).toISOString().slice(0, 16),
        End: new Date(Date.now() + 90_000_000).toISOString().slice(0, 16),
      })
      return { CalendarIds: [CalendarId] }
    },
    expectEffect: async (id) => {
      const { Content } = await send<{ Content: string }>(`/native/integrations/${id}`)
      const { FeedUrl } = JSON.parse(Content) as { FeedUrl: string }
      const feed = await fetch(`http://127.0.0.1:${server.port}${new URL(FeedUrl).pathname}`)
      expect(await feed.text()).toContain('SUMMARY:Meeting of the build')
    },
  },
  'contacts-to-spreadsheet': {
    connect: async () => {
      const { Location } = await send<{ Location: string }>('/native/connectors/spreadsheet/connect')
      const page = await fetch(`http://127.0.0.1:${server.port}${sheets.grant(Location)}`)
      expect(page.status, await page.text()).toBe(200)
    },
    values: async () => ({ SpreadsheetId: SPREADSHEET_ID, Columns: ['FirstName', 'LastName'] }),
    expectEffect: async () => expect(sheets.rows()).toEqual(ROWS),
  },
  'csv-to-s3': {
    connect: connectBy('s3', () => ({
      Bucket: store.bucket,
      Region: 'eu-central-1',
      Endpoint: store.endpoint,
      AccessKeyId: store.key,
      SecretAccessKey: store.key,
    })),
    values: async () => FILE,
    expectEffect: async () => expect(parse(await readObject('members.csv'))).toEqual(ROWS),
  },
  'csv-to-sftp': {
    connect: connectBy('sftp', () => ({
      Host: '127.0.0.1',
      Port: String(sftp.port),
      HostFingerprint: sftp.fingerprint,
      Username: SFTP_USER.name,
      Password: SFTP_USER.password,
    })),
    values: async () => FILE,
    expectEffect: async () => {
      expect(await sftp.files()).toEqual(['members.csv'])
      expect(parse(await readFile(join(sftp.folder, 'members.csv'), 'utf8'))).toEqual(ROWS)
    },
  },
  'mail-digest': {
    values: async () => ({ Recipients: ['ada@build.example'], Lists: ['contacts'] }),
    expectEffect: async () => {
      await expect
        .poll(() => sink.received.map(({ to }) => to), { timeout: 60_000, interval: 100 })
        .toContain('ada@build.example')
    },
  },
  'outgoing-webhook': {
    connect: connectBy('webhook', () => ({ Url: `${receiver.url}/hook` })),
    values: async () => ({ Events: ['group.deleted'] }),
    // The first request is that of the connection.
    expectEffect: async () => expect(receiver.arrived.filter(({ path }) => path === '/hook')).toHaveLength(2),
  },
}

/** Starts a run, which the worker of the server performs, and returns it after its end. */
const runOnce = async (id: string): Promise<Run | undefined> => {
  const { ExecutionId } = await send<{ ExecutionId: string }>(`/native/integrations/${id}/execute`)
  const read = async () => {
    const { Results } = await send<{ Results: (Run & { ExecutionId: string })[] }>(
      `/native/integrations/${id}/executions`,
    )
    return Results.find((run) => run.ExecutionId === ExecutionId)
  }
  await expect
    .poll(async () => (await read())?.Status, { timeout: 60_000, interval: 100 })
    .toMatch(/^(Succeeded|Failed)$/)
  return read()
}

test('the catalog of the build is the one that is tested', async () => {
  const rows = await send<{ Content: string }>('/native/integrations')
  const apps = JSON.parse(rows.Content) as { AppId: string }[]
  expect(apps.map(({ AppId }) => AppId).sort()).toEqual(Object.keys(scenarios))
})

test.each(Object.entries(scenarios))('the build connects and runs %s', async (app, scenario) => {
  const { IntegrationId } = await send<{ IntegrationId: string }>(`/native/apps/${app}/install`)
  await scenario.connect?.(IntegrationId)
  const values = encodeURIComponent(JSON.stringify(await scenario.values()))
  await send(`/native/integrations/${IntegrationId}/configure/put?values=${values}`)
  expect(await runOnce(IntegrationId)).toMatchObject({ Status: 'Succeeded' })
  await scenario.expectEffect(IntegrationId)
})
