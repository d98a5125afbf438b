import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tenantSeeds } from '#areas/joined'
import { provisionTenant } from '#kernel/tenancy/provision'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'
import { withAdmin } from '#test/support/server/test-server'

let server: TestApp
let caller: TestCaller
beforeAll(async () => {
  server = await buildTestApp({ own: true })
  // The examples contain the ids of a new installation, which start at 1.
  await withAdmin(server.url, (admin) => admin.query('UPDATE own_ids.start SET start = 0'))
  const tenant = await provisionTenant(server.database, { key: 'examples', name: 'Examples' }, tenantSeeds)
  caller = await server.caller(tenant, ['admin'])
  await caller.post('/api/directories/0', { Name: 'Members' })
  await caller.post('/api/forms/0', { Name: 'Survey' })
})
afterAll(() => server.close())

interface Operation {
  operationId: string
  tags: string[]
  requestBody?: { content: { 'application/json': { example: object } } }
}

const document = JSON.parse(readFileSync('openapi/openapi.json', 'utf8')) as {
  paths: Record<string, Record<string, Operation>>
}
const saves = Object.entries(document.paths).flatMap(([path, { post }]) =>
  post?.tags[0] === 'custom-fields'
    ? [{ path, id: post.operationId, example: post.requestBody?.content['application/json'].example }]
    : [],
)

test.each(saves)('accepts the unchanged example of $id from a new tenant', async ({ path, example }) => {
  // The record is created in the first one above it.
  const answer = await caller.post(path.replace(/{\w+}$/, '0').replaceAll(/{\w+}/g, '1'), example)
  expect(answer.statusCode, answer.body).toBe(200)
})
