import { enqueueJobs } from '#kernel/jobs/enqueue'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { Tenant } from '#prisma/client'
import { markContactsModified } from './contact-rows.service.ts'

/** The name of the job. Queued jobs have it, so it never changes. */
export const DEFAULT_STATUS_CHANGED = 'default_contact_status_changed'

/** Longer than any transaction (see tenant-db) and any batch of a job. */
const IN_FLIGHT_MS = 600_000

type Settings = Pick<Tenant, 'organizationContactId' | 'defaultContactStatusId'>

/**
 * Applies a change of the tenant's settings to the contacts that show them, in its transaction. The organization of the
 * tenant enters the change feed, because the list of contacts shows which it is. The default status is derived again by a job.
 */
export const followTenantSettings = async (
  scope: Scope,
  tx: Transaction,
  before: Settings,
  after: Settings,
): Promise<void> => {
  if (before.organizationContactId !== after.organizationContactId) {
    const organizations = [before.organizationContactId, after.organizationContactId]
    await markContactsModified(
      scope,
      tx,
      organizations.flatMap((id) => id ?? []),
    )
  }
  if (before.defaultContactStatusId !== after.defaultContactStatusId) await enqueueDefaultStatus(scope, tx)
}

/** A change that began before can save contacts with the old default status; the second job finds those. */
const enqueueDefaultStatus = async ({ db: { tenantId }, clock }: Scope, tx: Transaction): Promise<void> => {
  const job = { name: DEFAULT_STATUS_CHANGED, payload: { tenantId } }
  const later = new Date(clock.now().getTime() + IN_FLIGHT_MS)
  await enqueueJobs(tx, [
    { ...job, key: 'default-contact-status' },
    { ...job, key: 'default-contact-status-later', runAt: later },
  ])
}
