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

test('an unknown route names the nearest operation', async () => {
  const nearest = async (method: 'GET' | 'POST', url: string): Promise<string> =>
    (await server.app.inject({ method, url })).json().detail
  expect(await nearest('GET', '/api/contact')).toContain('The nearest one is GET /api/contacts.')
  expect(await nearest('POST', '/api/Kontacts?x=1')).toContain('The nearest one is POST /api/contacts.')
  expect(await nearest('GET', '/contacts')).toContain('The nearest one is GET /api/contacts.')
  expect(await nearest('GET', '/api/v1/contacts')).toContain('The nearest one is GET /api/contacts.')
  expect(await nearest('GET', '/api/contacts/persons/4')).toContain(
    'The nearest one is GET /api/contacts/person/{contactId}.',
  )
  expect(await nearest('GET', '/api/zebras')).toContain('/reference/search?q=')
  expect(await nearest('GET', `/api/${'contacts'.repeat(20)}`)).toContain('/reference/search?q=')
  expect(await nearest('GET', `/${'contact/'.repeat(400)}`)).toContain('/reference/search?q=')
})

test('a part of a path that is no id of another path has no methods', async () => {
  const asked = async (method: 'GET' | 'POST', url: string) => {
    const { statusCode, headers } = await server.app.inject({ method, url })
    return [statusCode, headers.allow]
  }
  // DELETE /api/contacts/{contactId}/{auditId} is another path.
  expect(await asked('GET', '/api/contacts/301/history')).toEqual([404, undefined])
  expect(await asked('POST', '/api/contacts/310/merge')).toEqual([404, undefined])
  expect(await asked('GET', '/api/contacts/301/1')).toEqual([405, 'DELETE'])
})

test('the API reference opens without a credential and loads nothing from other servers', async () => {
  const page = await server.app.inject('/reference/')
  expect(page.statusCode).toBe(200)
  expect(page.body).not.toMatch(/(src|href)="https?:/)
})
