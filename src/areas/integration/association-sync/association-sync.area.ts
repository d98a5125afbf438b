import type { Area } from '#areas/area'
import { numberKeepers } from '#areas/people/contacts/contact-followers.service'
import { contactMoves } from '#areas/people/contacts/merges/contact-moves.queries'
import type { Task } from '#kernel/jobs/task'
import { systemScope } from '#kernel/outbox/deliver'
import { kinds } from '#kernel/outbox/event-kind'
import { presented } from '#kernel/records/record-shape'
import { addTo } from '#kernel/registers/register'
import { associationSettingsEvents } from './association-sync.events.ts'
import { findSettings as findAssociationSettings, registryKeys } from './association-sync.queries.ts'
import { associationSync } from './association-sync.routes.ts'
import { associationDays, associationRetention, changeTasks } from './changes/changes.job.ts'
import { associationChanges } from './changes/changes.subscriber.ts'
import { JOIN_PARENT, joinWaiting } from './parents.service.ts'
import { nationalNumbers } from './restores.service.ts'
import { presentSettings as presentAssociationSettings } from './settings/settings.presenter.ts'

/** Connects contacts that waited for their parent, a batch per transaction; further batches are further jobs. */
const joinParents: Task = async (context, payload) => {
  const { tenantId, nationalId } = payload as { tenantId: number; nationalId: number }
  const scope = await systemScope(context, tenantId)
  await scope.db.transaction((tx) => joinWaiting(scope, tx, nationalId))
}

const parentTasks: Record<string, Task> = { [JOIN_PARENT]: joinParents }

export const associationSyncArea: Area = {
  routes: [associationSync],
  events: kinds('association-sync', {
    [associationSettingsEvents.updated]: 'Settings of the association sync changed',
  }),
  shapes: {
    associationsettings: presented('association-sync:read', async (scope) =>
      presentAssociationSettings(await findAssociationSettings(scope.db.prisma, scope)),
    ),
  },
  sealed: [registryKeys],
  subscribers: [associationChanges],
  tasks: {
    ...changeTasks,
    ...parentTasks,
  },
  days: [associationDays],
  retention: () => [associationRetention],
  additions: [
    addTo(
      contactMoves,
      // Of two numbers at the national body, one stays (fillSql): transactions for the other one are no longer applied.
      { kind: 'nationalNumbers', table: 'association_member', column: 'contact_id', meaning: 'data' },
    ),
    addTo(numberKeepers, nationalNumbers),
  ],
}
