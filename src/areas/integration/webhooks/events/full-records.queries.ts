import { Prisma } from '../../../../generated/prisma/client.ts'
import { Problem } from '../../../../kernel/errors/problem.ts'
import type { Scope } from '../../../../kernel/tenancy/scope.ts'
import { readOrganization } from '../../../people/contacts/organization.queries.ts'
import { readPerson } from '../../../people/contacts/person.queries.ts'
import { readGroup } from '../../../people/groups/groups.queries.ts'
import { readMembership } from '../../../people/memberships/memberships.queries.ts'

/** How the records of one sort are read for the full style. */
interface RecordReader {
  /** What a caller must hold to have them sent. */
  scope: string
  /** The documented shape as JSON text; null where there is no such record (any more). */
  read(scope: Scope, id: number): Promise<string | null>
}

const readContact = async (scope: Scope, id: number): Promise<string | null> =>
  ((await readPerson(scope, id)) ?? (await readOrganization(scope, id)))?.text ?? null

/** By entity, which is the first word of its events as well. */
const readers: Readonly<Record<string, RecordReader>> = {
  contact: { scope: 'contacts:read', read: readContact },
  membership: { scope: 'memberships:read', read: async (scope, id) => (await readMembership(scope, id)).text },
  group: { scope: 'groups:read', read: async (scope, id) => (await readGroup(scope, id)).text },
}

/** The scopes that reading the records behind these events takes. */
export const scopesOfRecords = (kinds: readonly string[]): string[] => {
  const entities = new Set(kinds.map((kind) => kind.slice(0, kind.indexOf('.'))))
  return [...entities].flatMap((entity) => readers[entity]?.scope ?? [])
}

/** The record as JSON text in the shape that its area documents; null where there is none, or it is gone. */
export const readRecord = async (scope: Scope, entity: string, id: number): Promise<string | null> => {
  try {
    return (await readers[entity]?.read(scope, id)) ?? null
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
