import { afterAll, expect, test } from 'vitest'
import type { Operation } from '#kernel/contract/schema'
import { advertisingRecords } from '#test/support/walks/actions/advertising-records'
import { benefitRecords } from '#test/support/walks/actions/benefit-records'
import { bookDocuments } from '#test/support/walks/actions/book-documents'
import { buyingRecords } from '#test/support/walks/actions/buying-records'
import { contactRecords } from '#test/support/walks/actions/contact-records'
import { contactRelations } from '#test/support/walks/actions/contact-relations'
import { eventRecords } from '#test/support/walks/actions/event-records'
import { financeRecords } from '#test/support/walks/actions/finance-records'
import { integrationRecords } from '#test/support/walks/actions/integration-records'
import { locationRecords } from '#test/support/walks/actions/location-records'
import { memberRecords } from '#test/support/walks/actions/member-records'
import { membershipRecords, membershipTypeRecords } from '#test/support/walks/actions/membership-records'
import { officeRecords } from '#test/support/walks/actions/office-records'
import { paymentPlanRecords } from '#test/support/walks/actions/payment-plan-records'
import { sponsorRecords } from '#test/support/walks/actions/sponsor-records'
import { storeRecords } from '#test/support/walks/actions/store-records'
import { servedOperations, shapesWith } from '#test/support/walks/operations'
import { openWalk } from '#test/support/walks/world'

const walk = await openWalk()
afterAll(() => walk.close())

const KINDS = [
  ...contactRecords,
  ...contactRelations,
  ...memberRecords,
  ...membershipRecords,
  ...membershipTypeRecords,
  ...officeRecords,
  ...benefitRecords,
  ...buyingRecords,
  ...eventRecords,
  ...paymentPlanRecords,
  ...advertisingRecords,
  ...sponsorRecords,
  ...storeRecords,
  ...financeRecords,
  ...bookDocuments,
  ...integrationRecords,
  ...locationRecords,
]

/** Lists that are read only by POST. */
const SEARCHES: ReadonlySet<string> = new Set(['searchStoreOrders', 'searchStoreDownloads'])

test('every shape and every read with Actions has a kind here', () => {
  const served = servedOperations(walk.server.app).filter((operation) => shapesWith(operation, 'Actions').length > 0)
  const shapes = new Set(served.flatMap((operation) => shapesWith(operation, 'Actions')))
  const inRecipes = 'describe the kind, with its reads and states, in test/support/walks/actions'
  expect([...shapes].sort(), inRecipes).toEqual(KINDS.flatMap((kind) => kind.shapes).sort())
  const isReadOfRecords = ({ method, operationId }: Operation) =>
    method === 'GET' || operationId.startsWith('query') || SEARCHES.has(operationId)
  const reads = served.filter(isReadOfRecords).map(({ operationId }) => operationId)
  const known = new Set(KINDS.flatMap((kind) => kind.reads.map(({ operation }) => operation)))
  expect([...reads].sort(), inRecipes).toEqual([...known].sort())
})
