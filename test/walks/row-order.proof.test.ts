import { afterAll, describe, expect, test } from 'vitest'
import type { Operation } from '#kernel/contract/schema'
import { buildTestApp } from '#test/support/build-app'
import { idColumnOf } from '#test/support/database/id-column'
import { reverseRows } from '#test/support/database/reverse-rows'
import { isRead, pathNames, servedOperations, titleOf } from '#test/support/walks/operations'
import { foreignIds, pathWith, tableOf } from '#test/support/walks/walk'

const server = await buildTestApp({ own: true })
const caller = await server.tenant()
const ids = await foreignIds(server, await server.tenant(), caller)
afterAll(() => server.close())

/** Records that are read by their id, of each kind. */
const RECORDS = 6

/** The paths of a read: with several records of the kind that its only parameter names. */
const pathsOf = async ({ url }: Operation): Promise<string[]> => {
  const [name, ...others] = pathNames(url)
  const table = name === undefined || others.length > 0 ? undefined : tableOf(name, url)
  const usual = pathWith(url, (one) => ids.of(one, url))
  if (table === undefined) return [usual]
  const column = idColumnOf(table)
  const rows = await server.database.system.$queryRawUnsafe<{ id: number }[]>(
    `SELECT ${column} AS id FROM ${table} WHERE tenant_id = ${caller.tenant.id} ORDER BY id LIMIT ${RECORDS}`,
  )
  return [usual, ...rows.map(({ id }) => pathWith(url, () => String(id)))]
}

/** Operations whose responses differ at each request, with the reason. */
const EXEMPT: Record<string, string> = { testPaymentProcessor: 'says how long the processor took' }

const reads = servedOperations(server.app).filter(
  (operation) => operation.method === 'GET' && isRead(operation) && !(operation.operationId in EXEMPT),
)

/** The body of a response with records; undefined for a refusal and for a document. */
const read = async (path: string): Promise<string | undefined> => {
  const { statusCode, headers, body } = await caller.get(path)
  return statusCode === 200 && `${headers['content-type']}`.startsWith('application/json') ? body : undefined
}

const before = new Map<string, string>()
for (const operation of reads)
  for (const path of await pathsOf(operation)) {
    const body = await read(path)
    if (body !== undefined && body === (await read(path))) before.set(path, body)
  }
await reverseRows(server.url, caller.tenant.id)

test('most operations return records, which are the same at each request', async () => {
  const silent: string[] = []
  for (const operation of reads) {
    const paths = await pathsOf(operation)
    if (!paths.some((path) => before.has(path))) silent.push(operation.operationId)
  }
  // Documents, and records of which the tenant has none.
  expect(silent.length, silent.join(' ')).toBeLessThan(reads.length / 8)
})

describe('the order of the rows in the database does not matter to', () => {
  test.each(reads.map((operation) => [titleOf(operation), operation] as const))('%s', async (_, operation) => {
    for (const path of await pathsOf(operation))
      if (before.has(path)) expect(await read(path), path).toBe(before.get(path))
  })
})
