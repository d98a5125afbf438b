import { listChangedNational } from '#areas/people/contacts/synced-fields/synced-fields.queries'
import type { CronTask } from '#kernel/jobs/cron'
import { deleteOldRows } from '#kernel/jobs/old-rows'
import type { Task } from '#kernel/jobs/task'
import type { NewDayWork } from '#kernel/jobs/tenant-days'
import { systemScope } from '#kernel/outbox/deliver'
import { addDays } from '#kernel/time/calendar'
import { NOTE_PEOPLE, noteContact, notePeople } from './changes.service.ts'
import { deleteBeforeSql } from './changes.sql.ts'
import { DAYS_KEPT } from './feed.input.ts'

const checkPeople: Task = async (context, payload) => {
  const { tenantId, organizationId, after } = payload as { tenantId: number; organizationId: number; after: number }
  await notePeople(await systemScope(context, tenantId), organizationId, after)
}

export const changeTasks: Record<string, Task> = { [NOTE_PEOPLE]: checkPeople }

const BATCH = 500

/**
 * Checks the contacts of the sync that changed since the last day, for changes without an event: roles begin and end with a
 * day.
 */
export const associationDays: NewDayWork = {
  name: 'association-changes',
  after: ['memberships'],
  run: async (scope, { since }) => {
    const start = new Date(`${addDays(since, -2)}T00:00:00Z`)
    for (let after = 0; ; ) {
      const ids = await listChangedNational(scope, start, after, BATCH)
      for (const id of ids) await scope.db.transaction((tx) => noteContact(scope, tx, id))
      const last = ids.at(-1)
      if (last === undefined || ids.length < BATCH) return
      after = last
    }
  },
}

/** Deletes changes and received transactions after 90 days. */
export const associationRetention: CronTask = deleteOldRows({
  name: 'association-retention',
  at: '53 * * * *',
  days: DAYS_KEPT,
  rows: 'old changes of the association sync',
  statements: (['association_change', 'association_transaction'] as const).map(
    (table) => (before: Date, limit: number) => deleteBeforeSql(table, before, limit),
  ),
})
