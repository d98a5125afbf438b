import { afterAll, describe, expect, test } from 'vitest'
import { operationCatalogue } from '#kernel/contract/catalogue'
import type { Operation } from '#kernel/contract/schema'
import { openSubmissions } from '#test/support/api/submissions'
import { isList } from '#test/support/walks/lists'
import { titleOf } from '#test/support/walks/operations'

const { server, admin, member } = await openSubmissions()
afterAll(() => server.close())

const served = new Set(
  server.app.servedRoutes.flatMap(({ method, url }) => [method].flat().map((one) => `${one} ${url}`)),
)

const lists = [...operationCatalogue.values()].filter(
  (operation) =>
    served.has(`${operation.method} ${operation.url}`) && (isList(operation) || /^list/.test(operation.operationId)),
)

/** Asks as a caller that may, with an id in the place of each parameter of the path. */
const ask = ({ method, url, scope, isPublic }: Operation) => {
  const path = `${url.replace(/:\w+/g, '1')}?Foo=1`
  if (isPublic) {
    const headers = { 'x-tenant-key': admin.tenant.key }
    return server.app.inject({ method, url: path, headers })
  }
  const caller = scope === 'self' ? member : admin
  return method === 'POST' ? caller.post(path, {}) : caller.get(path)
}

test('the walk covers the lists of staff, of members and of everyone', () => {
  const names = lists.map(({ operationId }) => operationId)
  expect(names).toEqual(expect.arrayContaining(['listGroups', 'listOwnCalendarSubmissions', 'listPublicCalendarItems']))
})

describe('an unknown parameter of a list is refused by', () => {
  test.each(lists.map((operation) => [titleOf(operation), operation] as const))('%s', async (_, operation) => {
    const answer = await ask(operation)
    expect([answer.statusCode, answer.json().errors?.[0]?.pointer]).toEqual([400, 'query:Foo'])
  })
})
