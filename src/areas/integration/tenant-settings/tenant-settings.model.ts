import type { TenantSettings } from '#contract/integration/tenant-settings'
import type { Prisma, Tenant } from '#prisma/client'
import { changedPart } from '#services/tenant-log/changed-part'

/** The settings of a tenant by their documented names. */
export type NamedSettings = Omit<TenantSettings, 'AuditId'>

export const pickNamedSettings = (tenant: Tenant): NamedSettings => ({
  IsRealEstateEdition: tenant.isRealEstateEdition,
  MLSType: tenant.mlsType,
  NatregIsStateAssociation: tenant.natregIsStateAssociation,
  IsPOE: tenant.isPoe,
  FamilyContactsEnabled: tenant.familyContactsEnabled,
  RoleRequired: tenant.roleRequired,
  ShouldTrackCertificateCompletion: tenant.tracksCertificates,
  LedgerModuleIsEnabled: tenant.hasLedgerModule,
  OrganizationContactId: tenant.organizationContactId,
  DefaultMembershipStatusTypeId: tenant.defaultContactStatusId,
  PricesIncludeTax: tenant.pricesIncludeTax,
  TaxRegionId: tenant.taxRegionId,
  OrganizationName: tenant.organizationName,
  OrganizationAddress: tenant.organizationAddress,
  TaxNumber: tenant.taxNumber,
  BankDetails: tenant.bankDetails,
  LogoFileId: tenant.logoFileId,
  TakesInPaidPeople: tenant.takesInPaidPeople,
  IsOpenToExchanges: tenant.isOpenToExchanges,
  HubTenantKey: tenant.hubTenantKey,
  LogRetentionMonths: tenant.logRetentionMonths,
  RequiresSecondFactor: tenant.requiresSecondFactor,
  CorsOrigins: tenant.corsOrigins,
})

/** Returns the settings that changed, with their old and new values. */
export const findChangedSettings = (before: Tenant, after: Tenant): Prisma.InputJsonObject => {
  const old = new Map<string, unknown>(Object.entries(pickNamedSettings(before)))
  const changed = Object.entries(pickNamedSettings(after)).map(([name, value]) =>
    changedPart(name, old.get(name), value),
  )
  return Object.assign({}, ...changed)
}
