import { listPeopleOf } from '#areas/people/contacts/synced-fields/synced-fields.queries'
import { enqueueJobs } from '#kernel/jobs/enqueue'
import type { Scope } from '#kernel/tenancy/scope'
import { noteContact } from './changes.service.ts'

/** The job that checks the people of an organization after a change of its memberships. */
export const NOTE_PEOPLE = 'association.note-people'

/** Contacts checked by one job. */
const BATCH = 200

/** Checks the next people of an organization, and requests a job for the others. */
export const notePeople = async (scope: Scope, organizationId: number, after: number): Promise<void> => {
  const ids = await listPeopleOf(scope, organizationId, after, BATCH)
  for (const id of ids) await scope.db.transaction((tx) => noteContact(scope, tx, id))
  const last = ids.at(-1)
  if (last === undefined || ids.length < BATCH) return
  const { tenantId } = scope.db
  const payload = { tenantId, organizationId, after: last }
  await scope.db.transaction((tx) =>
    enqueueJobs(tx, [{ name: NOTE_PEOPLE, payload, key: `association-people:${tenantId}:${organizationId}` }]),
  )
}
