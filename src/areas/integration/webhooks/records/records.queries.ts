import { readOrganization } from '#areas/people/contacts/organizations/organizations.queries'
import { readPerson } from '#areas/people/contacts/persons/persons.queries'
import { getGroup } from '#areas/people/groups/groups.queries'
import { readMemberLogin } from '#areas/people/member-logins/member-logins.queries'
import { getMembership } from '#areas/people/memberships/memberships.queries'
import { readCalendarRecord } from '#areas/work/calendars/calendars.queries'
import { readItem } from '#areas/work/calendars/items/items.queries'
import { readSubmission } from '#areas/work/calendars/submissions/submissions.queries'
import { readProject } from '#areas/work/tasks/projects/projects.queries'
import { getTask } from '#areas/work/tasks/tasks.queries'
import { readWorkflowRecord } from '#areas/work/workflows/workflows.queries'
import { Problem } from '#kernel/errors/problem'
import type { Scope } from '#kernel/tenancy/scope'
import type { OutboxEvent } from '#prisma/client'

/** The columns of an event by which its record is found. */
type EventOfRecord = Pick<OutboxEvent, 'kind' | 'entity' | 'entityId' | 'payload'>

/** How the records of one entity are read for the full style. */
interface RecordReader {
  /** The scope that a caller must have to let them be sent. */
  scope: string
  /** Returns the documented shape as JSON text. Returns null or throws 404 if the record does not exist. */
  read(scope: Scope, id: number, event: EventOfRecord): Promise<string | null>
}

const readContact = async (scope: Scope, id: number): Promise<string | null> =>
  ((await readPerson(scope, id)) ?? (await readOrganization(scope, id)))?.text ?? null

const readCalendarItem = async (scope: Scope, id: number, { payload }: EventOfRecord): Promise<string> =>
  (await readItem(scope, Number((payload as { calendarId?: number } | null)?.calendarId ?? 0), id)).text

const ANY_PATH = { projectId: 0, contactId: 0 }

/** By entity, which is also the first word of its event kinds. */
const readers: ReadonlyMap<string, RecordReader> = new Map(
  Object.entries<RecordReader>({
    contact: { scope: 'contacts:read', read: readContact },
    membership: { scope: 'memberships:read', read: async (scope, id) => (await getMembership(scope, id)).text },
    group: { scope: 'groups:read', read: async (scope, id) => (await getGroup(scope, id)).text },
    task: { scope: 'tasks:read', read: async (scope, id) => (await getTask(scope, id, ANY_PATH)).text },
    project: { scope: 'tasks:read', read: async (scope, id) => (await readProject(scope, id)).text },
    calendar: { scope: 'calendars:read', read: readCalendarRecord },
    calendarsubmission: { scope: 'calendars:read', read: (scope, id) => readSubmission(scope, id) },
    memberlogin: { scope: 'member-logins:read', read: (scope, id) => readMemberLogin(scope, id) },
    calendaritem: { scope: 'calendars:read', read: readCalendarItem },
    workflow: { scope: 'workflows:read', read: readWorkflowRecord },
  }),
)

const firstWord = (kind: string): string => kind.slice(0, kind.indexOf('.'))

/** Returns the scopes that a caller needs to read the records of these events. */
export const scopesOfRecords = (kinds: readonly string[]): string[] => {
  const entities = new Set(kinds.map(firstWord))
  return [...new Set([...entities].flatMap((entity) => readers.get(entity)?.scope ?? []))]
}

/** Returns the record of an event in its documented shape, as JSON text; null if it does not exist. */
export const readRecord = async (scope: Scope, event: EventOfRecord): Promise<string | null> => {
  // The webhook was checked for the scope of the event's kind: records of another entity are not read.
  if (firstWord(event.kind) !== event.entity) return null
  try {
    return (await readers.get(event.entity)?.read(scope, event.entityId, event)) ?? null
  } catch (error) {
    if (error instanceof Problem && error.status === 404) return null
    throw error
  }
}
