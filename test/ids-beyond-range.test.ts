import { afterAll, beforeAll, expect, test } from 'vitest'
import { operationCatalogue } from '#kernel/contract/catalogue'
import type { Operation } from '#kernel/contract/schema'
import { buildTestApp, type TestApp, type TestCaller } from './support/build-app.ts'
import { isList } from './support/walks/lists.ts'
import { bodyProperties } from './support/walks/operations.ts'
import { exampleBody, pathWith } from './support/walks/requests.ts'

let server: TestApp
let caller: TestCaller
beforeAll(async () => {
  server = await buildTestApp()
  caller = await server.tenant()
})
afterAll(() => server.close())

/** Beyond the range of ids of 32 and of 64 bits, and beyond all digits that paths have. */
const BEYOND = ['2147483648', '9999999999', '9223372036854775808', '99999999999999999999']

/** The parameters of a path that are ids as digits: numbers have a format, whose range is checked with all others. */
const digitsOf = ({ schema }: Operation): string[] =>
  Object.entries<{ pattern?: string }>(schema.params?.properties ?? {})
    .filter(([, { pattern = '' }]) => /^\^\[0-9\]\{1,\d+\}\$$/.test(pattern))
    .map(([name]) => name)

const OPERATIONS = [...operationCatalogue.values()].filter((one) => digitsOf(one).length > 0)

const send = ({ method, url }: Operation, value: (name: string) => string) =>
  server.app.inject({
    method: method as 'POST',
    url: pathWith(url, value),
    headers: { authorization: `ApiKey ${caller.key}` },
    ...(method === 'POST' && { payload: exampleBody(method, url) as object }),
  })

test('more than 40 parameters of paths are ids as digits', () => {
  expect(OPERATIONS.flatMap(digitsOf).length).toBeGreaterThan(40)
})

test.each(BEYOND)('an id in a path beyond the range of its column is 404 or 400: %s', async (beyond) => {
  const statuses: [string, number][] = []
  for (const operation of OPERATIONS)
    for (const name of digitsOf(operation)) {
      const { statusCode } = await send(operation, (other) => (other === name ? beyond : '1'))
      statuses.push([`${operation.operationId} ${name}`, statusCode])
    }
  expect(statuses.filter(([, status]) => status !== 404 && status !== 400)).toEqual([])
})

/** The fields of the filters of lists that are digits; paths with ids are the lists of one record, in tests of their own. */
const FILTERED = [...operationCatalogue.values()]
  .filter((one) => one.method === 'POST' && isList(one) && !one.url.includes(':'))
  .flatMap(({ url, ...one }) =>
    Object.entries(bodyProperties({ url, ...one }))
      .filter(([, property]) => /\{1,10\}/.test(JSON.stringify(property)))
      .map(([field]): [string, string] => [url, field]),
  )

test('the filters of lists have ids as digits', () => {
  expect(FILTERED).toEqual(expect.arrayContaining([['/api/task/items/all', 'TaskTypeId']]))
})

test.each(FILTERED)('an id beyond the range in the filter of %s is shown as sent: %s', async (url, field) => {
  const found = await caller.post(url, { [field]: 2147483648 })
  if (found.statusCode === 400) return expect(found.json().errors[0].pointer).toBe(`/${field}`)
  const { Results, CriteriaItems } = found.json()
  expect([found.statusCode, Results]).toEqual([200, []])
  for (const { Value } of CriteriaItems) expect(Value).toBe('2147483648')
})
