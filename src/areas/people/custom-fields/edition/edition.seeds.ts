import type { TenantSeed } from '#kernel/tenancy/provision'
import { OBJECT_TYPE } from '../custom-fields.model.ts'

interface EditionField {
  name: string
  displayName: string
  dataTypeId: number
  /** 2: individuals have it, 3: organizations. */
  searchObjectTypeId: number
  choices?: string[]
}

/** The fields of the real estate edition. They are switched off until a tenant switches them on. */
const FIELDS: EditionField[] = [
  { name: 'LicenseNumber', displayName: 'License number', dataTypeId: 1, searchObjectTypeId: 2 },
  { name: 'LicenseState', displayName: 'License state', dataTypeId: 8, searchObjectTypeId: 2 },
  { name: 'LicenseExpiration', displayName: 'License expiration', dataTypeId: 6, searchObjectTypeId: 2 },
  {
    name: 'LicenseType',
    displayName: 'License type',
    dataTypeId: 13,
    searchObjectTypeId: 2,
    choices: ['Salesperson', 'Broker', 'Appraiser'],
  },
  { name: 'RegistryNumber', displayName: 'Registry number', dataTypeId: 1, searchObjectTypeId: 2 },
  { name: 'ListingServiceId', displayName: 'Listing service id', dataTypeId: 1, searchObjectTypeId: 2 },
  {
    name: 'Specialties',
    displayName: 'Specialties',
    dataTypeId: 14,
    searchObjectTypeId: 2,
    choices: ['Residential', 'Commercial', 'Land', 'Rentals', 'Property management'],
  },
  { name: 'OfficeLicenseNumber', displayName: 'Office license number', dataTypeId: 1, searchObjectTypeId: 3 },
  { name: 'OfficeRegistryNumber', displayName: 'Office registry number', dataTypeId: 1, searchObjectTypeId: 3 },
  { name: 'ManagingBroker', displayName: 'Managing broker', dataTypeId: 12, searchObjectTypeId: 3 },
]

/** Creates the built-in fields, which belong to editions. */
export const seedEditionFields: TenantSeed = async (tx, tenantId) => {
  for (const [index, { choices = [], ...field }] of FIELDS.entries()) {
    const nameKey = field.name.toLowerCase()
    const { id: fieldId } = await tx.customField.create({
      data: { tenantId, ...field, nameKey, objectTypeId: OBJECT_TYPE.edition, isSystem: true, displayOrder: index + 1 },
    })
    if (choices.length > 0)
      await tx.customFieldChoice.createMany({
        data: choices.map((name, n) => ({
          tenantId,
          fieldId,
          name,
          nameKey: name.toLowerCase(),
          displayOrder: n + 1,
        })),
      })
  }
}
