import type { CustomFieldEditInput } from '#contract/people/custom-fields'
import { MAX_ID } from '#kernel/database/ids'
import { type FieldFault, ruleRefused } from '#kernel/errors/problem'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { CustomField } from '#prisma/client'
import type { FieldData } from './custom-fields.input.ts'

/** The group of a field; for one of a form, its section. */
export type Grouping = Pick<CustomField, 'groupId' | 'formSectionId'>

/** What the input asks for; what it leaves out stays. */
export const readGrouping = (
  { CustomFieldGroupId: sent }: CustomFieldEditInput,
  current: CustomField | undefined,
  { formId }: FieldData,
): Grouping => {
  const id = sent === undefined ? undefined : Number(sent) || null
  if (formId === null) return { groupId: id === undefined ? (current?.groupId ?? null) : id, formSectionId: null }
  const stays = current?.formId === formId ? current.formSectionId : null
  return { groupId: null, formSectionId: id === undefined ? stays : id }
}

/** @throws 422 unknown-reference naming each field that means no record of the tenant's. */
export const assertReferences = async (
  tx: Transaction,
  tenantId: number,
  field: FieldData,
  { groupId, formSectionId }: Grouping,
): Promise<void> => {
  const { formId, directoryId, contentListId, membershipTypeId, membershipLevelId, projectTypeId } = field
  const of = (id: number | null) => ({ where: { tenantId, id: id ?? 0 } })
  const wanted: [string, number | null, () => Promise<number>][] = [
    ['CustomFieldGroupId', groupId, () => tx.customFieldGroup.count(of(groupId))],
    [
      'CustomFieldGroupId',
      formSectionId,
      () => tx.formSection.count({ where: { tenantId, id: formSectionId ?? 0, formId: formId ?? 0 } }),
    ],
    ['FormId', formId, () => tx.form.count(of(formId))],
    ['DirectoryId', directoryId, () => tx.directory.count(of(directoryId))],
    ['ContentListId', contentListId, () => tx.contentList.count(of(contentListId))],
    ['ProjectTypeId', projectTypeId, () => tx.projectType.count(of(projectTypeId))],
    ['MembershipTypeId', membershipTypeId, () => tx.membershipType.count(of(membershipTypeId))],
    [
      'MembershipTypeOptionId',
      membershipLevelId,
      () =>
        tx.membershipLevel.count({ where: { tenantId, id: membershipLevelId ?? 0, typeId: membershipTypeId ?? 0 } }),
    ],
  ]
  const errors: FieldFault[] = []
  for (const [name, id, count] of wanted)
    if (id !== null && (id > MAX_ID || (await count()) === 0))
      errors.push({ pointer: `/${name}`, message: 'names no record that is there' })
  if (errors.length > 0) throw unknownReferences(errors)
}

const unknownReferences = (errors: FieldFault[]) =>
  ruleRefused('unknown-reference', 'The request refers to records that do not exist.', errors)

/** The contact's field that a place shows; null where none is named. */
export const findShown = async (
  tx: Transaction,
  tenantId: number,
  { Exists, ExistingCustomFieldId: sent }: CustomFieldEditInput,
  current: CustomField | undefined,
): Promise<CustomField | null> => {
  const id = sent === undefined ? current?.existingFieldId : Number(sent)
  if (!id || Exists === false) return null
  const where = { tenantId, id, objectTypeId: { in: [1, 2, 3] }, deletedAt: null }
  const shown = id > MAX_ID ? null : await tx.customField.findFirst({ where })
  if (shown) return shown
  throw unknownReferences([{ pointer: '/ExistingCustomFieldId', message: 'names no field of contacts' }])
}
