import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'
import { nativeApi } from '#test/support/integration/native-integrations'
import { SFTP_USER, type SftpServer, startSftpServer } from '#test/support/integration/sftp-server'
import { addPerson } from '#test/support/people/contact-rows'

let server: TestApp
let sftp: SftpServer
let mine: TestCaller
let id: string
const api = nativeApi(
  () => server,
  () => mine,
)
const fields = (more: object = {}) => ({
  Host: '127.0.0.1',
  Port: String(sftp.port),
  HostFingerprint: sftp.fingerprint,
  Username: SFTP_USER.name,
  Password: SFTP_USER.password,
  ...more,
})
const connect = (more: object = {}) => api.connect('sftp', id, { Fields: fields(more) })

beforeAll(async () => {
  server = await buildTestApp({ config: { outboundAllowed: '127.0.0.1' } })
})
beforeEach(async () => {
  sftp = await startSftpServer()
  mine = await server.tenant()
  id = (await api.install('csv-to-sftp')).IntegrationId ?? ''
  return () => sftp.close()
})
afterAll(() => server.close())

describe('csv-to-sftp', () => {
  test('uploads under a temporary name and renames the complete file', async () => {
    for (const firstName of ['Ada', 'Bea']) await addPerson(server.database, mine.tenant.id, { firstName })
    expect((await connect()).statusCode).toBe(200)
    await api.configure(id, { List: 'contacts', Columns: ['FirstName'], FileName: 'members.csv' })
    await writeFile(join(sftp.folder, 'members.csv'), 'of the day before')
    const run = await api.run(id)
    expect(run).toMatchObject({
      Status: 'Succeeded',
      DoneCount: 2,
      Message: '2 contacts written to members.csv on 127.0.0.1.',
    })
    expect(await sftp.files()).toEqual(['members.csv'])
    expect(parse(await readFile(join(sftp.folder, 'members.csv'), 'utf8'))).toEqual([['FirstName'], ['Ada'], ['Bea']])
    expect(sftp.requests).toContain(`OPEN .members.csv.${run?.ExecutionId}.part`)
  })

  test('signs in with a private key', async () => {
    const answer = await connect({ Password: '', PrivateKey: sftp.userKey })
    expect(answer.statusCode, answer.body).toBe(200)
  })

  test('sends no password to a server with another key', async () => {
    const other = `SHA256:${'A'.repeat(43)}`
    const answer = await connect({ HostFingerprint: other })
    expect(answer.statusCode).toBe(422)
    expect(answer.json().detail).toBe(
      `The key of the server has the fingerprint ${sftp.fingerprint}, not the configured one.`,
    )
    expect(sftp.requests).toEqual([])
  })

  test('returns 422 for a rejected password, for neither password nor key, and for fields of a wrong form', async () => {
    expect((await connect({ Password: 'other' })).json().detail).toBe(
      'The server rejects the user name, password or key.',
    )
    expect((await connect({ Password: '' })).json().detail).toBe('Either a password or a private key is required.')
    expect((await connect({ Password: '', PrivateKey: 'no key' })).json().detail).toContain('private key')
    const wrong = await connect({ Port: '70000', HostFingerprint: 'MD5:aa', Host: 'a b' })
    expect(wrong.json().errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual([
      ...['/Fields/Host', '/Fields/Port', '/Fields/HostFingerprint'],
    ])
  })

  test('connects to no address of the internal network, however it is written', async () => {
    for (const Host of ['127.0.0.2', '0x7f.0.0.2', '2130706434', '::ffff:127.0.0.2', '10.0.0.1', '169.254.169.254']) {
      const answer = await connect({ Host })
      expect(answer.statusCode, Host).toBe(422)
      expect(answer.json().detail, Host).toContain('a network that may not be called')
      expect(answer.json().errors, Host).toMatchObject([{ pointer: '/Fields/Host' }])
    }
    expect(sftp.connections()).toBe(0)
    expect((await connect({ Host: 'files.example' })).statusCode).toBe(503)
  })

  test('leaves one complete file if the connection ends during any request of the upload', async () => {
    for (const firstName of ['Ada', 'Bea']) await addPerson(server.database, mine.tenant.id, { firstName })
    await connect()
    await api.configure(id, { List: 'contacts', Columns: ['FirstName'], FileName: 'members.csv' })
    for (const request of ['OPEN', 'WRITE', 'CLOSE', 'RENAME']) {
      sftp.cutAt(request)
      expect(await api.run(id, `?number=${request}`), request).toMatchObject({ Status: 'Pending', Attempts: 1 })
      await api.retry(id)
      expect((await api.executions(id))[0], request).toMatchObject({ Status: 'Succeeded', Attempts: 2 })
      expect(await sftp.files(), request).toEqual(['members.csv'])
    }
  })

  test('fails without a repetition if the folder does not exist', async () => {
    await connect()
    await api.configure(id, { List: 'contacts', Folder: 'missing' })
    expect(await api.run(id)).toMatchObject({ Status: 'Failed', Message: 'The folder does not exist on the server.' })
  })
})
