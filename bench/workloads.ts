import { contactListing } from '#areas/people/contacts/contacts.listing'
import { printContinuation } from '#kernel/listing/continuation'
import { parseOrder } from '#kernel/listing/order'
import type { TenantFacts } from './data/facts.ts'

export const WORKLOAD_NAMES = ['list', 'list + count', 'deep', 'delta', 'person', 'search', 'lookup', 'save'] as const

export type WorkloadName = (typeof WORKLOAD_NAMES)[number]

/** One request. */
export interface Ask {
  method: 'GET' | 'POST'
  path: string
  body?: string
}

export interface Workload {
  name: WorkloadName
  about: string
  /** Minimum ratio of the product's rate to the bare server's; null for no minimum. */
  target: number | null
  /** The requests, sent in turn. */
  asks(facts: TenantFacts): Ask[]
}

const get = (path: string): Ask => ({ method: 'GET', path })
const PAGE = '/api/contacts?$top=50'
const order = parseOrder(contactListing.defaultOrder, contactListing, 'defaultOrder')

/** The product counts with every page, so `list` and `list + count` send it the same request. The bare server does not. */
export const WITHOUT_COUNT = `${PAGE}&$skip=0`

/**
 * The workloads. There is no workload `intake`, because the product cannot receive log events yet.
 * It comes with their area.
 */
export const workloads: readonly Workload[] = [
  {
    name: 'list',
    about: 'a page of 50 contacts by name; the bare server without the total',
    target: 0.8,
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
    target: 0.8,
    asks: ({ middle }) => middle.map((keys) => get(`${PAGE}&$skiptoken=${printContinuation(order, keys)}`)),
  },
  {
    name: 'delta',
    about: '500 changed contacts',
    target: 0.8,
    asks: ({ moments }) => moments.map((at) => get(`/api/contacts/delta?modifiedSince=${at}&top=500`)),
  },
  {
    name: 'person',
    about: 'one individual with addresses and roles',
    target: 0.6,
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
    target: null,
    asks: () => [get('/api/contacts/lookup/roles')],
  },
  {
    name: 'save',
    about: 'a new individual with email, telephone and address; the bare server without history and event',
    target: 0.45,
    asks: () => [],
  },
]

/** Returns the requests in turn, repeatedly. Saved people are new ones each time. */
export const inTurn = (workload: Workload, facts: TenantFacts): (() => Ask) => {
  if (workload.name === 'save') return () => newPerson()
  const asks = workload.asks(facts)
  if (asks.length === 0) throw new Error(`The tenant has no records for "${workload.name}"`)
  let turn = 0
  return () => asks[turn++ % asks.length] as Ask
}

/** Eight digits that occur in every text of a saved person. The bare server replaces them with a serial number. */
export const SERIAL = '73737373'

let saved = 0

/** A person that is a duplicate of no contact. */
export const newPerson = (serial = String(10_000_000 + saved++)): Ask => ({
  method: 'POST',
  path: '/api/contacts/person/0',
  body: JSON.stringify({
    Prefix: 'Ms.',
    FirstName: 'Ada',
    LastName: `Bench${serial}`,
    PrimaryTitle: 'Chef',
    ContactList: [
      { Kind: 'email', Value: `ada.${serial}@bench.example`, TypeId: 1, IsPrimary: true },
      { Kind: 'phone', Value: '+46 8 123 456 00', TypeId: 1, IsPrimary: true },
    ],
    Addresses: [
      { Address1: `Storgatan ${serial}`, City: 'Stockholm', PostalCode: '111 23', CountryId: 752, AddressTypeId: 1 },
    ],
  }),
})
