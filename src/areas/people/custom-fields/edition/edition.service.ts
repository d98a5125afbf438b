import type { EditionSettingsInput } from '#contract/people/custom-fields'
import { lockSubject } from '#kernel/records/lock'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { CustomField } from '#prisma/client'
import { PLACED } from '../custom-fields.model.ts'
import { recordField } from '../custom-fields.service.ts'
import { FieldFaults } from '../field-faults.input.ts'

type Setting = NonNullable<EditionSettingsInput['CustomFieldSettings']>[number]

/**
 * Switches fields that editions offer on or off, all or none; those that are not named stay as they are.
 *
 * @throws 422 custom-field-rule naming the entries.
 */
export const saveEditionSettings = (scope: Scope, input: EditionSettingsInput): Promise<void> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    await lockSubject(tx, scope, 'custom_field')
    const offered = await tx.customField.findMany({
      where: { tenantId, objectTypeId: PLACED.edition, deletedAt: null, isArchived: false },
    })
    const settings = input.CustomFieldSettings ?? []
    refuseUnfit(settings, offered, Number(input.SearchObjectTypeId) || null)
    for (const setting of settings) {
      const field = offered.find(({ id }) => id === setting.CustomFieldId)
      if (field) await apply(scope, tx, field, setting)
    }
  })

const refuseUnfit = (
  settings: readonly Setting[],
  offered: readonly CustomField[],
  objectTypeId: number | null,
): void => {
  const faults = new FieldFaults()
  for (const [place, { CustomFieldId }] of settings.entries()) {
    const pointer = `/CustomFieldSettings/${place}/CustomFieldId`
    const field = offered.find(({ id }) => id === CustomFieldId)
    if (!field) faults.add(pointer, 'is no field that an edition offers')
    else if (objectTypeId !== null && field.searchObjectTypeId !== objectTypeId)
      faults.add(pointer, 'is of another object type than SearchObjectTypeId')
    if (settings.findIndex((other) => other.CustomFieldId === CustomFieldId) !== place)
      faults.add(pointer, 'is named a second time')
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
    data: { ...data, auditId: { increment: 1 } },
  })
  await recordField(scope, tx, saved, 'updated', { ...setting })
}
