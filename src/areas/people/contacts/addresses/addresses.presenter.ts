import type { PersonAddress } from '#contract/people/contacts'
import type { AddressOfContact } from './addresses.queries.ts'

export const presentAddress = (use: AddressOfContact): PersonAddress => ({
  AuditSourceId: use.address.sourceContactId ?? 0,
  AuditId: use.auditId,
  AddressAuditId: use.address.auditId,
  ContactAddressId: use.id,
  AddressId: use.addressId,
  TenantId: use.tenantId,
  Address1: use.address.address1,
  Address2: use.address.address2,
  City: use.address.city,
  StateProvince: use.address.stateProvince,
  PostalCode: use.address.postalCode,
  CountryId: use.address.countryId ?? 0,
  AddressTypeId: use.typeId,
  AddressUsageFlagId: use.usageFlagId as PersonAddress['AddressUsageFlagId'],
  Note: use.note,
  isDeleted: false,
  IsUnpublished: use.isUnpublished,
})
