import type { EditionSettingsInput } from '#contract/people/custom-fields'
import { lockSubject } from '#kernel/records/lock'
import { NEXT_VERSION } from '#kernel/records/record-kind'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { CustomField } from '#prisma/client'
import { OBJECT_TYPE } from '../custom-fields.model.ts'
import { recordField } from '../custom-fields.service.ts'
import { FieldFaults } from '../data-types.input.ts'

type Setting = NonNullable<EditionSettingsInput['CustomFieldSettings']>[number]

/**
 * Switches fields of editions on or off: all of them or none. Fields that are not sent do not change.
 *
 * @throws 422 custom-field-rule naming the entries.
 */
export const saveEditionSettings = (scope: Scope, input: EditionSettingsInput): Promise<void> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    await lockSubject(scope, tx, 'custom_field')
    const offered = await tx.customField.findMany({
      where: { tenantId, objectTypeId: OBJECT_TYPE.edition, deletedAt: null, isArchived: false },
    })
    const settings = input.CustomFieldSettings ?? []
    checkSettings(settings, offered, Number(input.SearchObjectTypeId) || null)
    for (const setting of settings) {
      const field = offered.find(({ id }) => id === setting.CustomFieldId)
      if (field) await apply(scope, tx, field, setting)
    }
  })

const checkSettings = (
  settings: readonly Setting[],
  offered: readonly CustomField[],
  objectTypeId: number | null,
): void => {
  const faults = new FieldFaults()
  for (const [index, { CustomFieldId }] of settings.entries()) {
    const pointer = `/CustomFieldSettings/${index}/CustomFieldId`
    const field = offered.find(({ id }) => id === CustomFieldId)
    if (!field) faults.add(pointer, 'does not reference a field of an edition')
    else if (objectTypeId !== null && field.searchObjectTypeId !== objectTypeId)
      faults.add(pointer, 'must reference a field with this SearchObjectTypeId')
    if (settings.findIndex((other) => other.CustomFieldId === CustomFieldId) !== index)
      faults.add(pointer, 'must not occur twice')
  }
  faults.refuse()
}

const apply = async (scope: Scope, tx: Transaction, field: CustomField, setting: Setting): Promise<void> => {
  const { tenantId, id } = field
  const data = {
    isSwitchedOn: setting.IsEnabled,
    isRequired: setting.IsRequired ?? field.isRequired,
    displayOrder: setting.DisplayOrder || field.displayOrder,
  }
  const isSame =
    data.isSwitchedOn === field.isSwitchedOn &&
    data.isRequired === field.isRequired &&
    data.displayOrder === field.displayOrder
  if (isSame) return
  const saved = await tx.customField.update({
    where: { tenantId_id: { tenantId, id } },
    data: { ...data, ...NEXT_VERSION },
  })
  await recordField(scope, tx, saved, 'updated')
}
