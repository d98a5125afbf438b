import { expect, test } from 'vitest'
import { DELETE_FILES, fileCleanup } from '#areas/integration/files/files.job'
import { systemClock } from '#kernel/time/clock'
import { buildTestApp } from '#test/support/build-app'
import { openS3Server } from '#test/support/files/s3-server'
import { addImage, upload } from '#test/support/integration/files'
import { runJobs } from '#test/support/jobs/run-jobs'

test('an installation with an S3-compatible store uploads, sends, draws and deletes files there', async () => {
  const { endpoint, bucket, key, close } = await openS3Server()
  const config = { filesS3Bucket: bucket, filesS3Endpoint: endpoint, filesS3AccessKey: key, filesS3SecretKey: key }
  const server = await buildTestApp({ own: true, config })
  const mine = await server.tenant()
  const id = await upload(mine, 'numbers.txt', '0123456789')
  const read = (headers = {}) => mine.get(`/api/webdav/${id}`, { accept: '*/*', ...headers })
  expect((await read()).body).toBe('0123456789')
  expect((await read({ range: 'bytes=2-4' })).body).toBe('234')
  const { ContactId } = (await mine.post('/api/contacts/person/0', { FirstName: 'Ada', LastName: 'S3' })).json()
  const image = await addImage(mine, ContactId)
  expect((await mine.get(`/api/webdav/${image}`, { accept: 'image/png' })).headers['content-type']).toBe('image/png')
  await mine.delete(`/api/files/${id}`)
  await fileCleanup.task({ database: server.database, clock: systemClock, log: server.app.log }, {})
  await runJobs(server, DELETE_FILES)
  expect(await server.database.system.storedFile.count({ where: { state: 'deleting' } })).toBe(0)
  await close()
  expect((await mine.get(`/api/webdav/${image}`)).statusCode).toBe(503)
  await server.close()
})
