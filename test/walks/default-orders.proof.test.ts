import { afterAll, describe, expect, it, test } from 'vitest'
import type { JsonObject } from '#kernel/contract/json'
import type { Operation } from '#kernel/contract/schema'
import { countQueries } from '#test/support/database/count-queries'
import { reverseRows } from '#test/support/database/reverse-rows'
import { IMPORT_LISTS } from '#test/support/walks/imports'
import { ADVERTISING_LISTS } from '#test/support/walks/lists/advertising-lists'
import { ASSOCIATION_LISTS } from '#test/support/walks/lists/association-lists'
import { BENEFIT_LISTS } from '#test/support/walks/lists/benefit-lists'
import { BUYING_LISTS } from '#test/support/walks/lists/buying-lists'
import { EVENT_LISTS } from '#test/support/walks/lists/event-lists'
import { FINANCE_LISTS } from '#test/support/walks/lists/finance-lists'
import { JOB_LISTS } from '#test/support/walks/lists/job-lists'
import { LABELS, LAST, type Listed, ORDERS } from '#test/support/walks/lists/listed'
import { OTHER_LISTS } from '#test/support/walks/lists/other-lists'
import { PEOPLE_LISTS } from '#test/support/walks/lists/people-lists'
import { SPONSOR_LISTS } from '#test/support/walks/lists/sponsor-lists'
import { STORE_LISTS } from '#test/support/walks/lists/store-lists'
import { LOG_LISTS } from '#test/support/walks/log-events'
import { NATIVE_LISTS } from '#test/support/walks/native-integrations'
import {
  isRead,
  operationOf,
  pathNames,
  responseHasList,
  returnsRows,
  servedOperations,
  titleOf,
} from '#test/support/walks/operations'
import { TENANT_EXPORT_LISTS } from '#test/support/walks/tenant-exports'
import { fill, type Ids, openWalk, type World } from '#test/support/walks/world'

const walk = await openWalk()
afterAll(() => walk.close())

const LISTS: Record<string, Listed> = {
  ...PEOPLE_LISTS,
  ...OTHER_LISTS,
  ...BENEFIT_LISTS,
  ...ADVERTISING_LISTS,
  ...SPONSOR_LISTS,
  ...BUYING_LISTS,
  ...EVENT_LISTS,
  ...STORE_LISTS,
  ...FINANCE_LISTS,
  ...LOG_LISTS,
  ...NATIVE_LISTS,
  ...ASSOCIATION_LISTS,
  ...TENANT_EXPORT_LISTS,
  ...IMPORT_LISTS,
  ...JOB_LISTS,
}

const MODULES = [
  ...['Content', 'Directory', 'Calendar', 'Events', 'Store'],
  ...['Jobs', 'Hot deals', 'Sponsor portal', 'Contact portal'],
]

/** Lists whose rows are the same for all tenants: the names of the rows, in the documented order. */
const FIXED: Record<string, readonly string[]> = {
  lookupBenefitTransactionTypes: ['Granted', 'Used', 'Adjusted up', 'Adjusted down', 'Expired', 'Reversed'],
  lookupAllowedSiteModules: MODULES,
  listSiteModules: MODULES,
  lookupTaskPriorities: ['Low', 'Medium', 'High', 'Urgent'],
  listDocumentTemplates: ['certificate', 'invoice', 'receipt', 'statement'],
  listFeedPaymentTypes: ['ACH', 'Cash', 'Check', 'Credit card', 'External', 'Trade'],
  lookupPaymentTypes: ['Cash', 'Check', 'Credit card', 'ACH', 'Trade', 'External'],
  listServicePaymentTypes: ['ACH', 'Cash', 'Check', 'Credit card', 'External', 'Trade'],
  lookupMembershipStatuses: ['Pending', 'Active', 'Grace', 'Lapsed', 'Dropped', 'Cancelled', 'Suspended'],
  lookupWorkflowStepTypes: ['Wait', 'WaitUntil', 'SendEmail', 'AddToList', 'MoveToList', 'AddTag', 'LogicBranch'],
  listWorkflowScoreboard: ['Active workflows', 'Participants', 'Completed', 'Emails sent', 'Failed steps'],
  lookupWebhookActionTypes: [
    'contact.created',
    'contact.deleted',
    'group.created',
    'membership.joined',
    'webhook.deleted',
  ],
}

/** Lists for which this walk creates no rows, with the reason. */
const EXEMPT: Record<string, string> = {
  listConnections: 'needs two tenants; the tests of connections check its order',
  listExchanges: 'needs two tenants; the tests of exchanges check its order',
  searchExchanges: 'needs two tenants; the tests of exchanges check its order',
  lookupIndividualCustomFields: 'needs two tenants; the tests of connections check it',
  lookupOrganizationCustomFields: 'needs two tenants; the tests of connections check it',
  lookupMembershipTypeMappings: 'the tests of connections check its order',
  lookupSourceMembershipTypeMappings: 'needs two tenants; the tests of connections check it',
  lookupSourceMembershipLevels: 'needs two tenants; the tests of connections check it',
  lookupSourceTenants: 'shows other tenants; the tests of exchanges check it',
  lookupTargetTenants: 'shows other tenants; the tests of exchanges check it',
  lookupConnectionTenants: 'needs two tenants; the tests of exchanges check its order',
  listConnectedConnectors: 'has one row for each app of the catalog; the tests of connections check their order',
  listAssociationChanges: 'has the changes in the order of their commits; the tests of the feed check their order',
  getMigrationReport: 'has the migrations in their order; only the platform reads it, and its tests check it',
  getOrganizationGeneral: 'is one organization; the lists in it have operations of their own',
  getMonthlyFigures: 'has one row for each month; its tests check their order',
  getRateLimits: 'has the limits of one tenant; its tests check their order',
  getUnmatchedPerson: 'has the candidates of one person; the tests of candidates check their order',
  previewUnmatchedMatches: 'processes people by their ids; its tests check what it returns',
  listContactDuplicates: 'returns what checkDuplicates returns for the same contact',
  previewMembershipNightly: 'documents no order: the run processes memberships by their ids',
  listSeats: 'has the logins of staff; its tests check their order',
  listRoles: 'has the roles of a new tenant; its tests check their order',
  listOwnSessions: 'has the sessions of a person, and the caller is a key',
  listOwnApplications: 'has the consents of a person, and the caller is a key',
  listSeatSessions: 'has the sessions of a person; its tests check them',
  listSeatApplications: 'has the consents of a person; its tests check them',
  getMailMessage: 'is one mail',
  getEventTables: 'has the tables of one event; the tests of tables check their order',
  getSponsorBanners: 'has the ads of one contact; the tests of banners check their order',
  listBenefitMassResults: 'has the results of one operation; the tests of mass operations check their order',
  getNegativeBalances: 'a tenant makes one such report at a time; getConnectAccountCharges has the same order',
  listChargeRefunds: 'has the refunds of one charge; the tests of charges check their order',
  listBankAccounts: 'asks the processor for the accounts of one account; the tests of accounts check their order',
  getGatewayTransfers: 'has a row per banking day of one account; the tests of gateway reports check their order',
  getPaymentTypeMapping: 'maps the payment types, in the order of listServicePaymentTypes',
  ...Object.fromEntries(
    [
      'listLedgerAccounts',
      'listLedgerClasses',
      'listLedgerDiscounts',
      'listLedgerFeeItems',
      'listLedgerPaymentMethods',
      'listLedgerPaymentMethodsForTypes',
      'listLedgerTaxItems',
    ].map((operationId) => [
      operationId,
      'returns the records of the ledger; the tests of the mappings check its order',
    ]),
  ),
}

const DOCUMENTS_ORDER = /\b(ordered by|by name|first|latest|oldest|newest|in (the|their|its) order|in order)\b/i
const isList = (operation: Operation): boolean =>
  isRead(operation) &&
  (returnsRows(operation) || (responseHasList(operation) && DOCUMENTS_ORDER.test(`${operation.schema.description}`)))
const lists = servedOperations(walk.server.app).filter(isList)

const read = async (world: World, operation: Operation, ids: Ids, { query = '', body }: Partial<Listed>) => {
  const url = fill(operation.url, ids) + query
  return operation.method === 'GET' ? world.caller.get(url) : world.caller.post(url, body?.(ids) ?? {})
}

interface Rows {
  world: World
  ids: Ids
  /** What identifies the row of each label. */
  marks: string[]
  /** The statements of each list of these rows before the last row was created, by its operationId. */
  before: Map<string, string[]>
}
const created = new Map<Listed['create'], Map<string, Promise<Rows>>>()

/**
 * Creates the rows of a list in a tenant of its own, since lists of other tests contain the same labels. Lists of the
 * same rows below the same records share them.
 */
const createRows = ({ url }: Operation, listed: Listed): Promise<Rows> => {
  const byPath = created.get(listed.create) ?? new Map<string, Promise<Rows>>()
  created.set(listed.create, byPath)
  const path = `${pathNames(url)}`.toLowerCase()
  const rows = byPath.get(path) ?? createRowsBelow(url, listed)
  byPath.set(path, rows)
  return rows
}

const createRowsBelow = async (url: string, { create, words = {} }: Listed): Promise<Rows> => {
  const world = await walk.world()
  const ids: Ids = new Map([...(await world.idsFor(url)), ...Object.entries(words)])
  const marks: string[] = []
  const before = new Map<string, string[]>()
  for (const label of LABELS) {
    if (label === LAST)
      for (const one of listsOf(create, url)) before.set(one.operationId, await statementsOf({ world, ids }, one))
    const shown = await create(label, ids, world)
    marks.push(typeof shown === 'string' ? shown : label)
  }
  await reverseRows(walk.server.url, world.caller.tenant.id)
  return { world, ids, marks, before }
}

/** The lists of the same rows below the same records. */
const listsOf = (create: Listed['create'], url: string): Operation[] =>
  lists.filter((one) => LISTS[one.operationId]?.create === create && samePath(one.url, url))

const samePath = (one: string, other: string) =>
  `${pathNames(one)}`.toLowerCase() === `${pathNames(other)}`.toLowerCase()

/**
 * The statements of a request for a list that was read before, so that nothing is read for the first time: the fewest of two
 * requests, because the credential is read again when its notifications are late.
 */
const statementsOf = async ({ world, ids }: Pick<Rows, 'world' | 'ids'>, operation: Operation): Promise<string[]> => {
  const ask = () => read(world, operation, ids, LISTS[operation.operationId] ?? {})
  const count = async () => {
    const { queries, systemQueries } = await countQueries(walk.server.database, ask)
    // A tag contains the number of rows.
    return [...queries, ...systemQueries].map((tag) => tag.replace(/ \d+/g, ''))
  }
  await ask()
  const first = await count()
  const second = await count()
  return first.length < second.length ? first : second
}

describe('a list without an order in the request comes in the documented order', () => {
  for (const operation of lists) {
    const listed = LISTS[operation.operationId]
    if (!listed) continue
    it(titleOf(operation), async () => {
      const { world, ids, marks } = await createRows(operation, listed)
      const response = await read(world, operation, ids, listed)
      // Addresses come in lower case.
      const body = response.body.toLowerCase()
      const positions = new Map(LABELS.map((label, index) => [label, body.indexOf(`${marks[index]}`.toLowerCase())]))
      const seen = LABELS.filter((label) => (positions.get(label) ?? -1) >= 0)
      expect([response.statusCode, seen], response.body.slice(0, 300)).toEqual([200, LABELS])
      expect(seen.sort((a, b) => (positions.get(a) ?? 0) - (positions.get(b) ?? 0))).toEqual(ORDERS[listed.order])
    })
  }
})

describe('one more row adds no statement to a list', () => {
  for (const operation of lists) {
    const listed = LISTS[operation.operationId]
    if (!listed) continue
    it(titleOf(operation), async () => {
      const rows = await createRows(operation, listed)
      const before = rows.before.get(operation.operationId)
      expect(before?.length, 'statements before the last row').toBeGreaterThan(0)
      expect(await statementsOf(rows, operation)).toEqual(before)
    })
  }
})

describe('a list that is the same for all tenants comes in the documented order', () => {
  for (const [operationId, names] of Object.entries(FIXED)) {
    const operation = operationOf(operationId)
    it(titleOf(operation), async () => {
      const world = await walk.world()
      const response = await read(world, operation, await world.idsFor(operation.url), {})
      const body = response.json()
      const rows: JsonObject[] = body.Results ?? body
      const found = rows.flatMap((row) => Object.values(row).filter((value) => names.includes(`${value}`)))
      expect([...new Set(found)], response.body.slice(0, 600)).toEqual(names)
    })
  }
})

test('knows every list', () => {
  const known = [...Object.keys(LISTS), ...Object.keys(FIXED), ...Object.keys(EXEMPT)]
  const served = lists.map(({ operationId }) => operationId)
  expect(
    served.filter((operationId) => !known.includes(operationId)),
    'add the list to test/support/walks/lists, or with a reason to EXEMPT',
  ).toEqual([])
  expect(known.filter((operationId) => !served.includes(operationId))).toEqual([])
  expect(new Set(known).size).toBe(known.length)
})
