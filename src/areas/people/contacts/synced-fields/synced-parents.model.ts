import { addDays } from '#kernel/time/calendar'
import { isCurrentOn } from '../records/derivation.model.ts'
import type { ContactDraft, RoleDraft } from '../records/drafts.model.ts'
import type { ContactRecords } from '../records/records.model.ts'
import { part, type SyncedContext } from './synced-context.model.ts'

/** Ends the membership in other organizations of the national body, and adds that in the parent. */
export const parentDrafts = (
  records: ContactRecords,
  parentId: number | null,
  context: SyncedContext,
): Pick<ContactDraft, 'roles'> | Pick<ContactDraft, 'parents'> =>
  records.entered.system_type_id === 1
    ? { roles: roleDrafts(records, parentId, context) }
    : { parents: organizationDrafts(records, parentId, context) }

const roleDrafts = (
  { roles }: ContactRecords,
  parentId: number | null,
  { today, nationalParents }: SyncedContext,
): RoleDraft[] => {
  const current = roles.filter((role) => isCurrentOn(role, today))
  const yesterday = addDays(today, -1)
  const left = current
    .filter(({ organization_id: id }) => id !== parentId && nationalParents.has(id))
    .map(({ id, start_date }): RoleDraft => {
      const isNew = start_date !== null && start_date > yesterday
      return { ...part(id, isNew), row: isNew ? {} : { end_date: yesterday }, isPrimaryContact: undefined }
    })
  if (parentId === null || current.some(({ organization_id: id }) => id === parentId)) return left
  const row = { organization_id: parentId, start_date: today }
  return [...left, { ...part(0), row, isPrimaryContact: undefined }]
}

const organizationDrafts = (
  { parents }: ContactRecords,
  parentId: number | null,
  { nationalParents }: SyncedContext,
): ContactDraft['parents'] => {
  const left = parents
    .filter(({ other_contact_id: id }) => id !== parentId && nationalParents.has(id))
    .map(({ id }) => ({ ...part(id, true), row: {} }))
  if (parentId === null || parents.some(({ other_contact_id: id }) => id === parentId)) return left
  return [...left, { ...part(0), row: { other_contact_id: parentId } }]
}
