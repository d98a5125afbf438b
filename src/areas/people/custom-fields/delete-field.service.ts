import { conflict } from '../../../kernel/errors/problem.ts'
import { assertVersion, type ExpectedVersion } from '../../../kernel/http/versions.ts'
import { oneAtATime } from '../../../kernel/tenancy/one-at-a-time.ts'
import type { Scope } from '../../../kernel/tenancy/scope.ts'
import { lockField, recordField } from './saving/save-field.service.ts'
import { fieldHasValues } from './value-uses.queries.ts'

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
    await oneAtATime(tx, tenantId, 'custom_field')
    const field = await lockField(tx, tenantId, id)
    assertVersion(field.auditId, expected)
    if (field.isSystem) throw conflict('system-record', 'The field is built in: it can be hidden, not deleted.')
    const shownBy = await tx.customField.count({ where: { tenantId, existingFieldId: id, deletedAt: null } })
    if (shownBy > 0) throw conflict('in-use', 'Forms or directories show this field: take it out there first.')
    const hasValues = await fieldHasValues(tx, tenantId, id)
    if (hasValues && !force)
      throw conflict('has-values', 'Records have values for the field. Archive it to keep them, or force it.')
    const gone = hasValues ? await tx.customFieldValue.deleteMany({ where: { tenantId, fieldId: id } }) : { count: 0 }
    await tx.customFieldChild.deleteMany({ where: { tenantId, OR: [{ parentId: id }, { childId: id }] } })
    const deleted = await tx.customField.update({
      where: { tenantId_id: { tenantId, id } },
      data: {
        deletedAt: scope.clock.now(),
        auditId: { increment: 1 },
        ...NOWHERE,
      },
    })
    await recordField(scope, tx, deleted, 'deleted', { Values: gone.count })
  })
