import { markContactsModified } from '#areas/people/contacts/records/contact-rows.service'
import { conflict } from '#kernel/errors/problem'
import { enqueueJobs } from '#kernel/jobs/enqueue'
import type { Task } from '#kernel/jobs/task'
import { systemScope } from '#kernel/outbox/deliver'
import { lockSubject } from '#kernel/records/lock'
import { assertVersion, type ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { CustomField } from '#prisma/client'
import { lockField, recordField } from './saving/save-field.service.ts'
import { fieldHasValues } from './value-uses.queries.ts'
import { OBJECT_TYPE } from './values/field.ts'

/** What a deleted field refers to no longer, so that it keeps nothing else from being deleted. */
const NOWHERE = {
  groupId: null,
  formSectionId: null,
  existingFieldId: null,
  contentListId: null,
  directoryId: null,
  formId: null,
  membershipTypeId: null,
  membershipLevelId: null,
  projectTypeId: null,
}

/**
 * Takes a field out of everything; its name is free again. With `force` its values go with it, for good.
 *
 * @throws 404; 409 stale-audit-id, system-record, in-use, has-values.
 */
export const deleteField = (scope: Scope, id: number, force: boolean, expected: ExpectedVersion): Promise<void> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    await lockSubject(tx, scope, 'custom_field')
    const field = await lockField(tx, tenantId, id)
    assertVersion(field.auditId, expected)
    if (field.isSystem) throw conflict('system-record', 'The field is built in: it can be hidden, not deleted.')
    const shownBy = await tx.customField.count({ where: { tenantId, existingFieldId: id, deletedAt: null } })
    if (shownBy > 0) throw conflict('in-use', 'Forms or directories show this field: take it out there first.')
    const hasValues = await fieldHasValues(tx, tenantId, id)
    if (hasValues && !force)
      throw conflict('has-values', 'Records have values for the field. Archive it to keep them, or force it.')
    const gone = hasValues ? await deleteValues(tx, field) : 0
    await tx.customFieldChild.deleteMany({ where: { tenantId, OR: [{ parentId: id }, { childId: id }] } })
    const deleted = await tx.customField.update({
      where: { tenantId_id: { tenantId, id } },
      data: {
        deletedAt: scope.clock.now(),
        auditId: { increment: 1 },
        ...NOWHERE,
      },
    })
    await recordField(scope, tx, deleted, 'deleted', { Values: gone })
  })

/** Contacts brought into the change feed by one job. */
const BATCH = 1000

/** Answers how many values there were; contacts that had one come in the change feed again, by jobs. */
const deleteValues = async (tx: Transaction, { tenantId, id, objectTypeId }: CustomField): Promise<number> => {
  const batches = await tx.$queryRaw<{ values: number; objects: number[] }[]>`
    WITH gone AS (
      DELETE FROM custom_field_value WHERE tenant_id = ${tenantId}::integer AND field_id = ${id}::integer RETURNING object_id
    ), objects AS (SELECT object_id, count(*) AS n, row_number() OVER (ORDER BY object_id) AS place FROM gone GROUP BY 1)
    SELECT sum(n)::integer AS values, array_agg(object_id ORDER BY object_id) AS objects
    FROM objects GROUP BY (place - 1) / ${BATCH}::integer`
  if (objectTypeId <= OBJECT_TYPE.organization) {
    const jobs = batches.map(({ objects }) => ({
      name: SHOW_CONTACTS_ANEW,
      payload: { tenantId, contactIds: objects },
    }))
    await enqueueJobs(tx, jobs)
  }
  return batches.reduce((sum, { values }) => sum + values, 0)
}

/** The job by which contacts come in the change feed again. */
export const SHOW_CONTACTS_ANEW = 'custom_field_values_gone'

export const showContactsAnew: Task = async (context, payload) => {
  const { tenantId, contactIds } = payload as { tenantId: number; contactIds: number[] }
  const { db } = await systemScope(context, tenantId)
  await db.transaction((tx) => markContactsModified(tx, { db }, contactIds))
}
