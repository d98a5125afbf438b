import { afterAll, describe, expect, test } from 'vitest'
import { operationCatalogue } from '#kernel/contract/catalogue'
import type { Operation } from '#kernel/contract/schema'
import { openSubmissions } from '#test/support/events/submissions'
import { isList } from '#test/support/walks/lists'
import { titleOf } from '#test/support/walks/operations'

const { server, admin, member } = await openSubmissions()
afterAll(() => server.close())

const served = new Set(
  server.app.servedRoutes.flatMap(({ method, url }) => [method].flat().map((one) => `${one} ${url}`)),
)

const namesOf = ({ schema }: Operation) => Object.keys(schema.querystring?.properties ?? {})
const strict = [...operationCatalogue.values()].filter(
  (operation) =>
    served.has(`${operation.method} ${operation.url}`) &&
    !operation.hasForeignQuery &&
    (namesOf(operation).length > 0 || isList(operation) || /^list/.test(operation.operationId)),
)

/** Asks as a caller that may, with an id in the place of each parameter of the path. */
const ask = ({ method, url, scope, isPublic }: Operation, query: string) => {
  const path = `${url.replace(/:\w+/g, '1')}?${query}`
  if (isPublic) {
    const headers = { 'x-tenant-key': admin.tenant.key }
    return server.app.inject({ method, url: path, headers })
  }
  if (method === 'DELETE') return admin.delete(path)
  const caller = scope === 'self' ? member : admin
  return method === 'POST' ? caller.post(path, {}) : caller.get(path)
}

/** Another case of all letters, which could mean another parameter. */
const miswritten = (name: string, known: readonly string[]) => {
  const upper = name.toUpperCase()
  const other = upper === name ? name.toLowerCase() : upper
  return known.includes(other) ? [] : [other]
}

test('the walk covers lists and reports of staff, of members and of everyone', () => {
  const names = strict.map(({ operationId }) => operationId)
  expect(names).toEqual(
    expect.arrayContaining([
      'listGroups',
      'listOwnCalendarSubmissions',
      'listPublicCalendarItems',
      'getStatementDocument',
      'deleteCategoryList',
    ]),
  )
})

test('only addresses that others complete accept parameters that they do not have', () => {
  const foreign = [...operationCatalogue.values()].filter(({ hasForeignQuery }) => hasForeignQuery)
  expect(foreign.map(({ operationId }) => operationId).sort()).toEqual([
    'finishLedgerConnection',
    'finishNativeConnection',
    'followMailLink',
  ])
})

describe('an unknown parameter, and a known one in another case, are refused by', () => {
  test.each(strict.map((operation) => [titleOf(operation), operation] as const))('%s', async (_, operation) => {
    const known = namesOf(operation)
    for (const name of ['Foo', ...known.flatMap((one) => miswritten(one, known))]) {
      const answer = await ask(operation, `${encodeURIComponent(name)}=1`)
      expect([answer.statusCode, answer.json().errors?.[0]?.pointer]).toEqual([400, `query:${name}`])
    }
  })
})
