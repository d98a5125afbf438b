import { randomUUID } from 'node:crypto'
import { contactListing } from '#areas/people/contacts/contacts.listing'
import { printContinuation } from '#kernel/listing/continuation'
import { parseOrder } from '#kernel/listing/order'
import type { TenantFacts } from './data/facts.ts'
import { type Ask, newIntake, newInvoice, newOrders, newPayment, newPerson, newTitle, newView } from './requests.ts'

export const WORKLOAD_NAMES = [
  'list',
  'list + count',
  'deep',
  'delta',
  'person',
  'search',
  'lookup',
  'save',
  'save, Idempotency-Key',
  'update',
  'update, If-Match',
  'receivables',
  'statement',
  'invoice',
  'payment',
  'impressions',
  'catalog',
  'order',
  'intake',
] as const

export type WorkloadName = (typeof WORKLOAD_NAMES)[number]

export interface Workload {
  name: WorkloadName
  about: string
  /** Minimum ratio of the product's rate to the bare server's; null for no minimum. */
  target: number | null
  /** The requests, sent in turn. The bare server prepares a response to each. */
  asks(facts: TenantFacts): Ask[]
  /** Makes each request, for workloads that change records. */
  make?: (facts: TenantFacts) => () => Ask
  /** The bare server has no counterpart: only the product is measured. */
  isOwn?: boolean
  /** Seconds of load before the measurement; 1 if absent. */
  warmUp?: number
  /** Two processes of each server share the load. */
  isShared?: boolean
}

const get = (path: string): Ask => ({ method: 'GET', path })
const PAGE = '/api/contacts?$top=50'
const order = parseOrder(contactListing.defaultOrder, contactListing, 'defaultOrder')

/** The product counts with every page, so `list` and `list + count` send it the same request. The bare server does not. */
export const WITHOUT_COUNT = `${PAGE}&$skip=0`

const CONTACTS: readonly Workload[] = [
  {
    name: 'list',
    about: 'a page of 50 contacts by name; the bare server without the total',
    target: 0.85,
    asks: () => [get(WITHOUT_COUNT)],
  },
  {
    name: 'list + count',
    about: 'the same page with the exact total',
    target: null,
    asks: () => [get(PAGE)],
  },
  {
    name: 'deep',
    about: 'pages in the middle of the list, by continuation',
    target: 0.85,
    asks: ({ middle }) => middle.map((keys) => get(`${PAGE}&$skiptoken=${printContinuation(order, keys)}`)),
  },
  {
    name: 'delta',
    about: '500 changed contacts',
    target: 0.85,
    asks: ({ moments }) => moments.map((at) => get(`/api/contacts/delta?modifiedSince=${at}&top=500`)),
  },
  {
    name: 'person',
    about: 'one individual with addresses and roles',
    target: 0.75,
    asks: ({ personIds }) => personIds.map((id) => get(`/api/contacts/person/${id}`)),
  },
  {
    name: 'search',
    about: 'free text that finds few',
    target: null,
    asks: ({ searches }) => searches.map((text) => get(`${PAGE}&$search=${encodeURIComponent(text)}`)),
  },
  {
    name: 'lookup',
    about: "the tenant's own list of roles",
    target: 0.65,
    asks: () => [get('/api/contacts/lookup/roles')],
  },
  {
    name: 'save',
    about: 'a new individual with email, telephone and address; the bare server without history and event',
    target: 0.55,
    asks: () => [],
    make: () => () => newPerson(),
    // The compiler works on a save for that long: it runs more code than any read.
    warmUp: 15,
  },
  {
    name: 'save, Idempotency-Key',
    about: 'the same with an Idempotency-Key',
    target: null,
    asks: () => [],
    make: () => () => ({ ...newPerson(), headers: { 'idempotency-key': randomUUID() } }),
    isOwn: true,
    warmUp: 15,
  },
  {
    name: 'update',
    about: 'another title of an individual, by its AuditId',
    target: null,
    asks: () => [],
    make: (facts) => () => newTitle(facts, (version) => ({ fields: { AuditId: version } })),
    isOwn: true,
    warmUp: 15,
  },
  {
    name: 'update, If-Match',
    about: 'the same by If-Match',
    target: null,
    asks: () => [],
    make: (facts) => () => newTitle(facts, (version) => ({ headers: { 'if-match': `"${version}"` } })),
    isOwn: true,
    warmUp: 15,
  },
]

const BOOKS: readonly Workload[] = [
  {
    name: 'receivables',
    about: 'a page of 50 open invoices by due date, with the totals by age',
    target: null,
    asks: () => [get('/api/finance/receivables?$top=50')],
  },
  {
    name: 'statement',
    about: 'a page of 50 of a contact with 10,000 transactions',
    target: null,
    asks: ({ payerId }) => [get(`/api/finance/contacts/${payerId}/statement?$top=50`)],
  },
  {
    name: 'invoice',
    about: 'a new invoice of one line, posted and numbered',
    target: null,
    asks: () => [],
    make: (facts) => () => newInvoice(facts),
    warmUp: 15,
  },
  {
    name: 'payment',
    about: 'a new payment, posted and numbered',
    target: null,
    asks: () => [],
    make: (facts) => () => newPayment(facts),
    warmUp: 15,
  },
]

const ADS: readonly Workload[] = [
  {
    name: 'impressions',
    about: 'the ads of a page view, sent after its impressions are committed',
    target: null,
    asks: () => [],
    make: (facts) => () => newView(facts),
    warmUp: 5,
  },
]

const STORE: readonly Workload[] = [
  {
    name: 'catalog',
    about: 'a page of 50 of 100,000 store items in display order, with the exact total',
    target: null,
    asks: () => [get('/api/store/storeitems?$top=50')],
  },
  {
    name: 'order',
    about: 'an order in two requests: a cart of one item with stock, and its checkout on invoice',
    target: null,
    asks: () => [],
    make: (facts) => newOrders(facts),
    warmUp: 15,
    isShared: true,
  },
]

const LOGS: readonly Workload[] = [
  {
    name: 'intake',
    about: '500 log events in one request',
    target: 0.7,
    asks: () => [],
    make: () => () => newIntake(),
    warmUp: 5,
  },
]

/** The workloads. */
export const workloads: readonly Workload[] = [...CONTACTS, ...BOOKS, ...ADS, ...STORE, ...LOGS]

/** Returns the requests in turn, repeatedly. Saved people are new ones each time. */
export const inTurn = (workload: Workload, facts: TenantFacts): (() => Ask) => {
  if (workload.make) return workload.make(facts)
  const asks = workload.asks(facts)
  if (asks.length === 0) throw new Error(`The tenant has no records for "${workload.name}"`)
  let turn = 0
  return () => asks[turn++ % asks.length] as Ask
}
