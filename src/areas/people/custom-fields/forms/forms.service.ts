import type { FormInput, FormSectionInput } from '#contract/people/forms'
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
import type { Form, FormSection } from '#prisma/client'
import { formKind, readForm, readSection, sectionKind } from './forms.queries.ts'

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
  return recordChange(scope, tx, changeOf(formKind, form, action, { payload: { Name: form.name } }))
}

const MAX_SECTIONS = 100

/**
 * Creates a section of a form (id 0) or changes one.
 *
 * @throws 404; 409 stale-audit-id, duplicate; 412; 422 name-needed, too-many.
 */
export const saveSection = (
  scope: Scope,
  formId: number,
  id: number,
  input: FormSectionInput,
  expected: ExpectedVersion,
): Promise<VersionedRow> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    const kind = sectionKind(formId)
    // The form's lock also protects the names of its sections.
    await lockRecord(scope, tx, formKind, formId, undefined, 'no key update')
    const current = await lockForSave(scope, tx, kind, id, expected, 'no key update')
    if (!current)
      requireRoom(await tx.formSection.count({ where: { tenantId, formId } }), MAX_SECTIONS, 'form', 'sections')
    const named = await parseUniqueName(kind, input.Name, current, (nameKey) =>
      tx.formSection.findFirst({ where: { tenantId, formId, nameKey, id: { not: id } } }),
    )
    const sent = input.DisplayOrder
    const displayOrder = sent === undefined ? (current?.displayOrder ?? null) : sent || null
    const data = { ...named, displayOrder }
    const saved = current
      ? await tx.formSection.update({ where: { tenantId_id: { tenantId, id } }, data: { ...data, ...NEXT_VERSION } })
      : await tx.formSection.create({ data: { ...data, tenantId, formId } })
    await recordSection(scope, tx, saved, current ? 'updated' : 'created')
    return readSection(scope, formId, saved.id, tx)
  })

/** Deletes a section. Its fields have no section afterwards. @throws 404, 412. */
export const deleteSection = (scope: Scope, formId: number, id: number, expected: ExpectedVersion): Promise<void> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    await lockSubject(scope, tx, 'custom_field')
    const section = await lockRecord(scope, tx, sectionKind(formId), id, expected)
    const ofSection = { tenantId, formSectionId: id }
    const fields = await tx.customField.findMany({ where: ofSection, select: { id: true }, orderBy: { id: 'asc' } })
    await tx.customField.updateMany({ where: ofSection, data: { formSectionId: null } })
    await tx.formSection.delete({ where: { tenantId_id: { tenantId, id } } })
    await recordSection(scope, tx, nextVersionOf(section), 'deleted', { FieldIds: fields.map((field) => field.id) })
  })

/** Records the history and the event of a section. */
const recordSection = (
  scope: Scope,
  tx: Transaction,
  section: FormSection,
  action: ChangeAction,
  details: { FieldIds?: number[] } = {},
): Promise<void> => {
  const { formId: FormId, name: Name } = section
  const change = changeOf(sectionKind(FormId), section, action, { changes: details, payload: { Name, FormId } })
  return recordChange(scope, tx, change)
}
