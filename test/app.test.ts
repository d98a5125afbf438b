import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from './support/build-app.ts'

let server: TestApp
beforeAll(async () => {
  server = await buildTestApp()
})
afterAll(() => server.close())

test('health checks respond without a credential', async () => {
  const live = await server.app.inject('/health/live')
  const ready = await server.app.inject('/health/ready')
  expect([live.statusCode, ready.statusCode]).toEqual([200, 200])
})

test('an unknown route is a problem document', async () => {
  const answer = await server.app.inject('/api/nothing?secret=1')
  expect(answer.statusCode).toBe(404)
  expect(answer.headers['content-type']).toContain('application/problem+json')
  expect(answer.json()).toMatchObject({ status: 404, code: 'no-such-route', instance: '/api/nothing' })
})

test('the API reference opens without a credential and loads nothing from other servers', async () => {
  const page = await server.app.inject('/reference/')
  expect(page.statusCode).toBe(200)
  expect(page.body).not.toMatch(/(src|href)="https?:/)
})
