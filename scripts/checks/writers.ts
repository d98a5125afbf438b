import { areaOf, type Fault, isInArea, type SourceFile } from './sources.ts'

const STATEMENT = /\b(?:INSERT\s+INTO|UPDATE(?!\s+SET\b)|DELETE\s+FROM)\s+(?:ONLY\s+)?"?([a-z_]+)"?/g
const MODEL = /\b(?:tx|prisma)\.(\w+)\.(?:create|update|upsert|delete)(?:Many|ManyAndReturn)?\(/g
/** Words that follow UPDATE in a lock or in ON CONFLICT. */
const NO_TABLE = new Set(['of', 'skip', 'nowait', 'no', 'set', 'key'])

const MERGE = 'a merge of contacts moves the rows of the loser, in one statement per table'
const WITH_ORDER = 'rows of an order are written with it, in one statement and under the locks of the event'
const STOCK = 'orders change the stock that the store declares'
const TAKE_OVER = 'a connection takes over the rows of a deleted one with the same source'

/** The tables that more than one area writes, each with the reason. An area changes records of another by its services. */
export const writtenByMany: Readonly<Record<string, { areas: readonly string[]; reason: string }>> = {
  store_sub_item: { areas: ['commerce/buying', 'commerce/store'], reason: STOCK },
  store_item: { areas: ['commerce/buying', 'commerce/store'], reason: STOCK },
  store_item_lot: { areas: ['commerce/buying', 'commerce/store'], reason: STOCK },
  event_sponsor: { areas: ['events/event-sponsors', 'events/public-registration'], reason: WITH_ORDER },
  event_exhibitor: { areas: ['events/exhibitors', 'events/public-registration'], reason: WITH_ORDER },
  event_cancellation: {
    areas: ['events/events', 'events/registrations'],
    reason: 'an event is deleted together with its cancellation',
  },
  event_order: {
    areas: ['events/invitations', 'events/public-registration', 'events/registrations', 'events/waiting-list'],
    reason:
      'rows of an order are written with it, in one statement and under the locks of the event; offers and invitations note what became of an order',
  },
  event_registration: { areas: ['events/public-registration', 'events/registrations'], reason: WITH_ORDER },
  event_registration_session: {
    areas: ['events/public-registration', 'events/registrations', 'events/waiting-list'],
    reason: WITH_ORDER,
  },
  event_order_line: { areas: ['events/public-registration', 'events/registrations'], reason: WITH_ORDER },
  association_member: {
    areas: ['integration/association-sync', 'integration/national-registry'],
    reason: "the registry's queue stores the number that the registry gave",
  },
  association_settings: {
    areas: ['integration/association-sync', 'integration/national-registry'],
    reason: "the registry's queue stores what it has sent and received",
  },
  membership: { areas: ['integration/connections', 'people/memberships'], reason: TAKE_OVER },
  contact_role: { areas: ['integration/connections', 'people/contacts'], reason: TAKE_OVER },
  stored_file: { areas: ['integration/files', 'people/contacts'], reason: MERGE },
  contact: {
    areas: ['people/chapters', 'people/contacts'],
    reason: 'chapters mark many contacts as changed in one statement',
  },
  contact_relationship_type: {
    areas: ['people/contact-relationship-types', 'people/contacts'],
    reason: 'a new tenant gets its first types with its other value lists',
  },
  custom_field_value: {
    areas: ['people/custom-fields', 'people/directories'],
    reason: 'of two listings that a merge of contacts joins, one gets the values of the other',
  },
}

/** Each table has one area that writes it. */
export const checkWriters = (files: SourceFile[], listed = writtenByMany): Fault[] => {
  const known = new Map(Object.entries(listed))
  const writers = writersOf(files)
  const undeclared = [...writers]
    .filter(([table, areas]) => areas.size > 1 && !known.has(table))
    .map(([table, areas]) =>
      fault(`${table} is written by ${[...areas.keys()].join(' and ')}: call the service of one area`),
    )
  const wrong = [...known].flatMap(([table, { areas }]) => {
    const found = [...(writers.get(table)?.keys() ?? [])].sort()
    if (found.length === 0 || found.join() === [...areas].sort().join()) return []
    return [fault(`${table} is listed for ${areas.join(' and ')}, but is written by ${found.join(' and ')}`)]
  })
  return [...undeclared, ...wrong]
}

const fault = (message: string): Fault => ({ path: 'scripts/checks/writers.ts', line: 1, message })

/** The areas that write each table. */
export const writersOf = (files: SourceFile[]): Map<string, Set<string>> => {
  const writers = new Map<string, Set<string>>()
  for (const { path, text, code } of files.filter(isInArea)) {
    const area = areaOf(path)
    if (!area) continue
    const tables = [
      ...[...text.matchAll(STATEMENT)].map(([, table = '']) => table).filter((table) => !NO_TABLE.has(table)),
      ...[...code.matchAll(MODEL)].map(([, model = '']) => model.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`)),
    ]
    for (const table of tables) writers.set(table, (writers.get(table) ?? new Set()).add(area))
  }
  return writers
}
