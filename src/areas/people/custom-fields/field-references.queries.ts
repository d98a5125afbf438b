import type { CustomFieldEditInput } from '#contract/people/custom-fields'
import { MAX_ID } from '#kernel/database/ids'
import type { FieldFault } from '#kernel/errors/problem'
import { referenceFault, unknownReference, unknownReferences } from '#kernel/records/references'
import type { Models } from '#kernel/tenancy/tenant-db'
import type { CustomField } from '#prisma/client'
import type { FieldData, Grouping } from './custom-fields.input.ts'

interface Wanted {
  name: keyof CustomFieldEditInput
  what: string
  id: number | null
  count: (where: { tenantId: number; id: number }) => Promise<number>
}

/** @throws 422 unknown-reference naming each property that references no record of the tenant. */
export const requireReferences = async (
  tx: Models,
  tenantId: number,
  field: FieldData,
  { groupId, formSectionId }: Grouping,
): Promise<void> => {
  const { formId, directoryId, contentListId, membershipTypeId, membershipLevelId, projectTypeId } = field
  const inForm = { formId: formId ?? 0 }
  const ofType = { typeId: membershipTypeId ?? 0 }
  const references: Wanted[] = [
    {
      name: 'CustomFieldGroupId',
      what: 'custom field group',
      id: groupId,
      count: (where) => tx.customFieldGroup.count({ where }),
    },
    {
      name: 'CustomFieldGroupId',
      what: 'section of the form',
      id: formSectionId,
      count: (where) => tx.formSection.count({ where: { ...where, ...inForm } }),
    },
    { name: 'FormId', what: 'form', id: formId, count: (where) => tx.form.count({ where }) },
    { name: 'DirectoryId', what: 'directory', id: directoryId, count: (where) => tx.directory.count({ where }) },
    {
      name: 'ContentListId',
      what: 'content list',
      id: contentListId,
      count: (where) => tx.contentList.count({ where }),
    },
    {
      name: 'ProjectTypeId',
      what: 'project type',
      id: projectTypeId,
      count: (where) => tx.projectType.count({ where }),
    },
    {
      name: 'MembershipTypeId',
      what: 'membership type',
      id: membershipTypeId,
      count: (where) => tx.membershipType.count({ where }),
    },
    {
      name: 'MembershipTypeOptionId',
      what: 'level of the membership type',
      id: membershipLevelId,
      count: (where) => tx.membershipLevel.count({ where: { ...where, ...ofType } }),
    },
  ]
  const faults: FieldFault[] = []
  for (const { name, what, id, count } of references)
    if (id !== null && (id > MAX_ID || (await count({ tenantId, id })) === 0))
      faults.push(referenceFault(`/${name}`, what))
  if (faults.length > 0) throw unknownReferences(faults)
}

/** Finds the field of contacts that a field shows; null if it shows none. @throws 422 unknown-reference. */
export const findShownField = async (
  tx: Models,
  tenantId: number,
  { Exists, ExistingCustomFieldId: sent }: CustomFieldEditInput,
  current: CustomField | null,
): Promise<CustomField | null> => {
  const id = sent === undefined ? current?.existingFieldId : Number(sent)
  if (!id || Exists === false) return null
  const where = { tenantId, id, objectTypeId: { in: [1, 2, 3] }, deletedAt: null }
  const shown = id > MAX_ID ? null : await tx.customField.findFirst({ where })
  if (shown) return shown
  throw unknownReference('/ExistingCustomFieldId', 'field of contacts')
}
