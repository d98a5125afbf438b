import { markContactsModified } from '#areas/people/contacts/records/contact-rows.service'
import type { Task } from '#kernel/jobs/task'
import { systemScope } from '#kernel/outbox/deliver'

/** The name of the job. Queued jobs have it, so it never changes. */
export const REFRESH_CONTACTS = 'custom_field_values_gone'

/** Puts contacts into the change feed again after the values of a custom field were deleted. */
export const refreshContacts: Task = async (context, payload) => {
  const { tenantId, contactIds } = payload as { tenantId: number; contactIds: number[] }
  const { db } = await systemScope(context, tenantId)
  await db.transaction((tx) => markContactsModified(tx, { db }, contactIds))
}
