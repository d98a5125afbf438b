import { afterAll, expect, test } from 'vitest'
import type { Operation } from '#kernel/contract/schema'
import { kindsOf } from '#test/support/walks/actions/offered-records'
import { servedOperations, shapesWith } from '#test/support/walks/operations'
import { openWalk } from '#test/support/walks/world'

const walk = await openWalk()
afterAll(() => walk.close())

const KINDS = kindsOf()

/** Lists that are read only by POST. */
const SEARCHES: ReadonlySet<string> = new Set(['searchStoreOrders', 'searchStoreDownloads'])

test('every shape and every read with Actions has a kind here', () => {
  const served = servedOperations(walk.server.app).filter((operation) => shapesWith(operation, 'Actions').length > 0)
  const shapes = new Set(served.flatMap((operation) => shapesWith(operation, 'Actions')))
  const inRecipes = 'describe the kind, with its reads and states, in `actions` in *.walks.ts of the area'
  expect([...shapes].sort(), inRecipes).toEqual(KINDS.flatMap((kind) => kind.shapes).sort())
  const isReadOfRecords = ({ method, operationId }: Operation) =>
    method === 'GET' || operationId.startsWith('query') || SEARCHES.has(operationId)
  const reads = served.filter(isReadOfRecords).map(({ operationId }) => operationId)
  const known = new Set(KINDS.flatMap((kind) => kind.reads.map(({ operation }) => operation)))
  expect([...reads].sort(), inRecipes).toEqual([...known].sort())
})
