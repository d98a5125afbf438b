import { afterAll, beforeAll, expect, test } from 'vitest'
import { operationCatalogue } from '#kernel/contract/catalogue'
import type { Operation } from '#kernel/contract/schema'
import { buildTestApp, type TestApp, type TestCaller } from './support/build-app.ts'
import { exampleBody, pathWith } from './support/walk.ts'

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
