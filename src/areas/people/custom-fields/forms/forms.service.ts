import type { FormInput } from '#contract/people/forms'
import type { VersionedRow } from '#kernel/listing/list-rows'
import { lockForSave, lockRecord, lockSubject } from '#kernel/records/lock'
import { changeOf, recordChange } from '#kernel/records/record-change'
import { type ChangeAction, NEXT_VERSION, nextVersionOf } from '#kernel/records/record-kind'
import { requireRoom } from '#kernel/records/room'
import { parseUniqueName } from '#kernel/records/unique-name'
import { requireUnused } from '#kernel/records/uses'
import type { ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { Form } from '#prisma/client'
import { formKind, readForm } from './forms.queries.ts'
import { recordSection } from './sections/sections.service.ts'

const MAX_FORMS = 500

/** Creates a form (id 0) or renames one. @throws 404; 409 stale-audit-id, duplicate; 412; 422 name-needed, too-many. */
export const saveForm = (
  scope: Scope,
  id: number,
  input: FormInput,
  expected: ExpectedVersion,
): Promise<VersionedRow> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    await lockSubject(scope, tx, formKind.table)
    const current = await lockForSave(scope, tx, formKind, id, expected, 'no key update')
    if (!current) requireRoom(await tx.form.count({ where: { tenantId } }), MAX_FORMS, 'tenant', 'forms')
    const data = await parseUniqueName(formKind, input.Name, current, (nameKey) =>
      tx.form.findFirst({ where: { tenantId, nameKey, id: { not: id } } }),
    )
    const saved = current
      ? await tx.form.update({ where: { tenantId_id: { tenantId, id } }, data: { ...data, ...NEXT_VERSION } })
      : await tx.form.create({ data: { ...data, tenantId } })
    await record(scope, tx, saved, current ? 'updated' : 'created')
    return readForm(scope, saved.id, tx)
  })

/** Deletes a form that no custom field belongs to, with its sections. @throws 404; 409 in-use; 412. */
export const deleteForm = (scope: Scope, id: number, expected: ExpectedVersion): Promise<void> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    const form = await lockRecord(scope, tx, formKind, id, expected)
    await requireUnused(scope, tx, formKind, form)
    const sections = await tx.formSection.findMany({ where: { tenantId, formId: id }, orderBy: { id: 'asc' } })
    await tx.form.delete({ where: { tenantId_id: { tenantId, id } } })
    for (const section of sections) await recordSection(scope, tx, nextVersionOf(section), 'deleted')
    await record(scope, tx, nextVersionOf(form), 'deleted')
  })

const record = (scope: Scope, tx: Transaction, form: Form, action: ChangeAction): Promise<void> => {
  const changes = { Name: form.name }
  return recordChange(scope, tx, changeOf(formKind, form, action, { changes, payload: changes }))
}
