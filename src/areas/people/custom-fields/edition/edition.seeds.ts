import type { TenantSeed } from '#kernel/tenancy/provision'

interface Offered {
  name: string
  displayName: string
  dataTypeId: number
  /** 2: individuals carry it, 3: organizations. */
  searchObjectTypeId: number
  choices?: string[]
}

/** What the real estate edition offers on top of everybody's fields; switched off until a tenant wants it. */
const OFFERED: Offered[] = [
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

/** The built-in fields: those that editions offer. */
export const seedEditionFields: TenantSeed = async (tx, tenantId) => {
  for (const [place, { choices = [], ...offered }] of OFFERED.entries()) {
    const nameKey = offered.name.toLowerCase()
    const field = await tx.customField.create({
      data: { tenantId, ...offered, nameKey, objectTypeId: 12, isSystem: true, displayOrder: place + 1 },
    })
    if (choices.length > 0)
      await tx.customFieldChoice.createMany({
        data: choices.map((name, n) => ({
          tenantId,
          fieldId: field.id,
          name,
          nameKey: name.toLowerCase(),
          displayOrder: n + 1,
        })),
      })
  }
}
