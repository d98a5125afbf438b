import type { Json } from '#test/support/integration/association'

/** Numbers below 1 that follow from a seed, so that a failed run can be repeated. */
export const seededRandom = (seed: number) => {
  let state = seed >>> 0
  return (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** A request of the sync: an operation and its transaction. */
export interface SyncRequest {
  operation:
    | 'person/upsert'
    | 'person/move'
    | 'person/delete'
    | 'organization/upsert'
    | 'organization/move'
    | 'organization/delete'
  transaction: Json & { NationalID: number }
}

export const STATE = 'ME'
const PARENTS = [1, 2, 3, 4, 5]
const START = Date.parse('2026-11-20T00:00:00Z')

/** Values of the fields that a person's transaction sets or clears. */
const FIELDS: Record<string, readonly (string | null)[]> = {
  FirstName: ['Ada', 'Grace', null],
  MiddleInitial: ['K', 'M', null],
  Title: ['Dr.', null],
  JobTitle: ['Broker', 'Agent', null],
  Email: ['a', 'b', null],
  WorkPhone: ['+12024561111', '+12024561112', null],
  HomePhone: ['+12024562221', null],
  MobilePhone: ['+12024563331', '+12024563332', null],
  Phone: ['+12024564441', null],
  Fax: ['+12024565551', null],
  URL: ['https://one.example.org', 'https://two.example.org', null],
  Facebook: ['https://facebook.com/one', null],
  Designation: ['CRS', 'CRS, GRI', null],
  PhysicalLine1: ['1 Quay', '2 Dock', null],
  PhysicalCity: ['Portland', 'Bath', null],
  MailingCity: ['Boston', null],
  FederalID: ['01-1', '01-2', null],
  StateID: ['ME-1', 'ME-2', null],
  OU: ['North', 'South', null],
  Status: ['Active', 'Courtesy', 'Dropped'],
}

type Random = () => number

const pick = <T>(values: readonly T[], random: Random): T => values[Math.floor(random() * values.length)] as T

/** Makes random transactions of persons and of the businesses that they belong to, in the order of their time. */
export const randomRequests = (count: number, people: number, random: Random): SyncRequest[] =>
  Array.from({ length: count }, (_, index): SyncRequest => {
    const OccurredDate = timeOf(index).toISOString()
    const own = { TransactionId: `t-${index}`, OccurredDate, Origin: 'national' }
    return random() < 0.1 ? businessRequest(own, random) : personRequest(own, people, random)
  })

const businessRequest = (own: Json, random: Random): SyncRequest => {
  const NationalID = pick(PARENTS, random)
  if (random() < 0.2) return { operation: 'organization/delete', transaction: { ...own, NationalID } }
  const Name = `Office ${NationalID} ${pick(['North', 'South'], random)}`
  const transaction = { ...own, NationalID, ContactType: 'Business', Name, Status: 'Active' }
  return { operation: 'organization/upsert', transaction }
}

const personRequest = (own: Json, people: number, random: Random): SyncRequest => {
  const NationalID = FIRST_PERSON + Math.floor(random() * people)
  const kind = random()
  if (kind < 0.1) return { operation: 'person/delete', transaction: { ...own, NationalID } }
  const transaction = { ...own, NationalID, ...personFields(NationalID, random) }
  if (kind > 0.2) return { operation: 'person/upsert', transaction }
  const [Affiliation, FromAffiliation] = random() < 0.5 ? ['NH', STATE] : [STATE, 'NH']
  return { operation: 'person/move', transaction: { ...transaction, Affiliation, FromAffiliation } }
}

/** Some of the fields of a person; the last name always, as a new contact needs a name. */
const personFields = (number: number, random: Random): Json => {
  const LastName = `Person${number}${pick(['', 'x'], random)}`
  const fields: Json = { ContactType: 'Individual', LastName }
  for (const [field, values] of Object.entries(FIELDS)) {
    if (random() > 0.25) continue
    const value = pick(values, random)
    fields[field] = field === 'Email' && value ? `${value}${number}@example.org` : value
  }
  if (random() < 0.3) fields.ParentNationalId = pick([0, ...PARENTS], random)
  return fields
}

/** The first number of a person. */
const FIRST_PERSON = 1000

/** The requests that create all people, in the order of their time. */
export const creations = (people: number): SyncRequest[] =>
  Array.from({ length: people }, (_, index): SyncRequest => {
    const NationalID = FIRST_PERSON + index
    const own = { TransactionId: `c-${index}`, OccurredDate: timeOf(-people + index).toISOString(), Origin: 'national' }
    const transaction = { ...own, NationalID, ContactType: 'Individual', LastName: `Person${NationalID}` }
    return { operation: 'person/upsert', transaction }
  })

/** The time of a request by its number. */
export const timeOf = (index: number): Date => new Date(START + index * 1000)

/** An edit of a person by staff. */
export interface StaffEdit {
  nationalId: number
  at: Date
  /** The value of the main email address; absent: it stays. */
  email?: string
  /** Fields of the person. */
  fields: Json
}

/** Makes random edits, each between two requests, with values that no transaction contains. */
export const randomEdits = (count: number, requests: number, people: number, random: Random): StaffEdit[] =>
  Array.from({ length: count }, (_, index): StaffEdit => {
    const nationalId = FIRST_PERSON + Math.floor(random() * people)
    const all: Json = {
      FirstName: `Staff${index}`,
      MiddleName: `Zoe${index}`,
      PrimaryTitle: `Title${index}`,
      Prefix: `Sir ${index}`,
    }
    const fields = Object.fromEntries(Object.entries(all).filter(() => random() < 0.5))
    const email = random() < 0.5 ? { email: `staff${index}-${nationalId}@example.org` } : {}
    return { nationalId, at: new Date(timeOf(Math.floor(random() * requests)).getTime() + 500), fields, ...email }
  }).sort((a, b) => a.at.getTime() - b.at.getTime())

/** A step of a run: a request that arrives, or an edit. */
export type Step = { at: Date; request: SyncRequest } | { at: Date; edit: StaffEdit }

/** Orders requests by their arrival, which is later than their time by up to a delay, and edits by their time. */
export const stepsOf = (requests: readonly SyncRequest[], edits: readonly StaffEdit[], delay: () => number): Step[] =>
  [
    ...requests.map((request, index): Step => ({ at: timeOf(index + delay()), request })),
    ...edits.map((edit): Step => ({ at: edit.at, edit })),
  ].sort((a, b) => a.at.getTime() - b.at.getTime())

/** Returns the requests in a random order, some of them several times. */
export const shuffled = (requests: readonly SyncRequest[], random: () => number): SyncRequest[] =>
  [...requests, ...requests.filter(() => random() < 0.3)]
    .map((request) => ({ request, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ request }) => request)
