import { readOrganization } from '#areas/people/contacts/organizations/organizations.queries'
import { readPerson } from '#areas/people/contacts/persons/persons.queries'
import { readGroup } from '#areas/people/groups/groups.queries'
import { readMembership } from '#areas/people/memberships/memberships.queries'
import { readCalendarRecord } from '#areas/work/calendars/calendar-record.queries'
import { readItem } from '#areas/work/calendars/items/items.queries'
import { readProject } from '#areas/work/tasks/projects/projects.queries'
import { getTask } from '#areas/work/tasks/task.queries'
import { readWorkflowRecord } from '#areas/work/workflows/definition/workflow-record.queries'
import { Problem } from '#kernel/errors/problem'
import type { Scope } from '#kernel/tenancy/scope'
import { type OutboxEvent, Prisma } from '#prisma/client'

/** An event, as far as its record is found by it. */
export type EventOfRecord = Pick<OutboxEvent, 'kind' | 'entity' | 'entityId' | 'payload'>

/** How the records of one sort are read for the full style. */
interface RecordReader {
  /** What a caller must hold to have them sent. */
  scope: string
  /** The documented shape as JSON text; null, or 404, where there is no such record (any more). */
  read(scope: Scope, id: number, event: EventOfRecord): Promise<string | null>
}

const readContact = async (scope: Scope, id: number): Promise<string | null> =>
  ((await readPerson(scope, id)) ?? (await readOrganization(scope, id)))?.text ?? null

const readCalendarItem = async (scope: Scope, id: number, { payload }: EventOfRecord): Promise<string> =>
  (await readItem(scope, Number((payload as { calendarId?: number } | null)?.calendarId ?? 0), id)).text

const ANY_PLACE = { projectId: 0, contactId: 0 }

/** By entity, which is the first word of its events as well. */
const readers: Readonly<Record<string, RecordReader>> = {
  contact: { scope: 'contacts:read', read: readContact },
  membership: { scope: 'memberships:read', read: async (scope, id) => (await readMembership(scope, id)).text },
  group: { scope: 'groups:read', read: async (scope, id) => (await readGroup(scope, id)).text },
  task: { scope: 'tasks:read', read: async (scope, id) => (await getTask(scope, id, ANY_PLACE)).text },
  project: { scope: 'tasks:read', read: async (scope, id) => (await readProject(scope, id)).text },
  calendar: { scope: 'calendars:read', read: readCalendarRecord },
  calendaritem: { scope: 'calendars:read', read: readCalendarItem },
  workflow: { scope: 'workflows:read', read: readWorkflowRecord },
}

const firstWord = (kind: string): string => kind.slice(0, kind.indexOf('.'))

/** The scopes that reading the records behind these events takes. */
export const scopesOfRecords = (kinds: readonly string[]): string[] => {
  const entities = new Set(kinds.map(firstWord))
  return [...new Set([...entities].flatMap((entity) => readers[entity]?.scope ?? []))]
}

/** The record as JSON text in the shape that its area documents; null where there is none, or it is gone. */
export const readRecord = async (scope: Scope, event: EventOfRecord): Promise<string | null> => {
  // Who has the event sent was asked for the scope that its kind takes, hence nothing else is read.
  if (firstWord(event.kind) !== event.entity) return null
  try {
    return (await readers[event.entity]?.read(scope, event.entityId, event)) ?? null
  } catch (error) {
    if (error instanceof Problem && error.status === 404) return null
    throw error
  }
}

/** What of an event waits for its record. */
export const countUnprepared = async ({ db }: Scope, eventId: bigint): Promise<number> => {
  const [row] = await db.rows<{ n: number }>(Prisma.sql`SELECT count(*)::int AS n FROM webhook_delivery
    WHERE tenant_id = ${db.tenantId} AND event_id = ${eventId} AND status = 'preparing'`)
  return row?.n ?? 0
}
