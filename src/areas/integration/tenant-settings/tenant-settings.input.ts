import type { TenantSettingsSaveInput } from '#contract/integration/tenant-settings'
import { badInput } from '#kernel/errors/problem'
import { TENANT_KEY } from '#kernel/tenancy/tenant-part'
import { oneLine } from '#kernel/text/one-line'
import type { Tenant } from '#prisma/client'
import { requireOrigins } from '#services/auth/front-end-urls'

const MAX_SERVICE_CHARACTERS = 100
const MAX_ORIGINS = 20
const MAX_LOG_MONTHS = 84
const MAX_LINES = 10
const MAX_LINES_CHARACTERS = 500

/** Statuses of contacts without memberships: prospective, non-member and inactive. */
const DEFAULT_STATUSES = new Set([1, 8, 16])

/** The settings after a save. */
export type TenantSettingsData = Pick<
  Tenant,
  | 'isRealEstateEdition'
  | 'mlsType'
  | 'natregIsStateAssociation'
  | 'isPoe'
  | 'familyContactsEnabled'
  | 'roleRequired'
  | 'tracksCertificates'
  | 'hasLedgerModule'
  | 'organizationContactId'
  | 'defaultContactStatusId'
  | 'pricesIncludeTax'
  | 'taxRegionId'
  | 'organizationName'
  | 'organizationAddress'
  | 'taxNumber'
  | 'bankDetails'
  | 'takesInPaidPeople'
  | 'isOpenToExchanges'
  | 'hubTenantKey'
  | 'logRetentionMonths'
  | 'requiresSecondFactor'
  | 'corsOrigins'
>

/** Parses settings. A setting that is left out keeps its value. @throws 400 naming the field. */
export const parseTenantSettings = (input: TenantSettingsSaveInput, current: Tenant): TenantSettingsData => ({
  isRealEstateEdition: input.IsRealEstateEdition ?? current.isRealEstateEdition,
  mlsType: parseService(input.MLSType, current),
  natregIsStateAssociation: input.NatregIsStateAssociation ?? current.natregIsStateAssociation,
  isPoe: input.IsPOE ?? current.isPoe,
  familyContactsEnabled: input.FamilyContactsEnabled ?? current.familyContactsEnabled,
  roleRequired: input.RoleRequired ?? current.roleRequired,
  tracksCertificates: input.ShouldTrackCertificateCompletion ?? current.tracksCertificates,
  hasLedgerModule: input.LedgerModuleIsEnabled ?? current.hasLedgerModule,
  organizationContactId:
    input.OrganizationContactId === undefined ? current.organizationContactId : input.OrganizationContactId || null,
  defaultContactStatusId: parseDefaultStatus(input.DefaultMembershipStatusTypeId, current),
  pricesIncludeTax: input.PricesIncludeTax ?? current.pricesIncludeTax,
  taxRegionId: input.TaxRegionId === undefined ? current.taxRegionId : input.TaxRegionId || null,
  organizationName: parseLine(input.OrganizationName, current.organizationName, '/OrganizationName', 200),
  organizationAddress: parseLines(input.OrganizationAddress, current.organizationAddress, '/OrganizationAddress'),
  taxNumber: parseLine(input.TaxNumber, current.taxNumber, '/TaxNumber', 100),
  bankDetails: parseLines(input.BankDetails, current.bankDetails, '/BankDetails'),
  takesInPaidPeople: input.TakesInPaidPeople ?? current.takesInPaidPeople,
  isOpenToExchanges: input.IsOpenToExchanges ?? current.isOpenToExchanges,
  hubTenantKey: parseHub(input.HubTenantKey, current),
  logRetentionMonths: parseMonths(input.LogRetentionMonths, current),
  requiresSecondFactor: input.RequiresSecondFactor ?? current.requiresSecondFactor,
  corsOrigins: parseOrigins(input.CorsOrigins, current),
})

/** Parses the key of a hub. It can be that of a tenant of another installation, so that it need not exist here. */
const parseHub = (sent: string | null | undefined, { key, hubTenantKey }: Tenant): string | null => {
  if (sent === undefined) return hubTenantKey
  const hub = sent?.trim() || null
  if (hub !== null && !TENANT_KEY.test(hub)) throw badInput('/HubTenantKey', 'must be the key of a tenant')
  if (hub === key) throw badInput('/HubTenantKey', 'must not be the key of this tenant')
  return hub
}

const parseDefaultStatus = (id: number | undefined, { defaultContactStatusId }: Tenant): number => {
  if (id === undefined) return defaultContactStatusId
  if (!DEFAULT_STATUSES.has(id))
    throw badInput('/DefaultMembershipStatusTypeId', 'must be 1 (prospective), 8 (non-member) or 16 (inactive)')
  return id
}

const parseService = (text: string | null | undefined, { mlsType }: Tenant): string | null => {
  if (text === undefined) return mlsType
  const service = text?.trim() || null
  // The contract checks this for requests, but not for the command line.
  if (service && service.length > MAX_SERVICE_CHARACTERS)
    throw badInput('/MLSType', `must have at most ${MAX_SERVICE_CHARACTERS} characters`)
  return service
}

/** Parses one line of text. The contract checks the length for requests, but not for the command line. */
const parseLine = (
  text: string | null | undefined,
  current: string | null,
  pointer: string,
  max: number,
): string | null => {
  if (text === undefined) return current
  const line = oneLine(text ?? '')
  if (line.length > max) throw badInput(pointer, `must have at most ${max} characters`)
  return line || null
}

/** Parses lines of text, without spaces around them and without empty lines at both ends. */
const parseLines = (text: string | null | undefined, current: string | null, pointer: string): string | null => {
  if (text === undefined) return current
  const lines = (text ?? '').trim().split(/\r\n|[\r\n\u2028\u2029]/)
  const clean = lines.map((line) => oneLine(line)).join('\n')
  if (lines.length > MAX_LINES) throw badInput(pointer, `must have at most ${MAX_LINES} lines`)
  if (clean.length > MAX_LINES_CHARACTERS)
    throw badInput(pointer, `must have at most ${MAX_LINES_CHARACTERS} characters`)
  return clean || null
}

/** Parses the months. The contract checks them for requests, but not for the command line. */
const parseMonths = (months: number | undefined, { logRetentionMonths }: Tenant): number => {
  if (months === undefined) return logRetentionMonths
  if (!(months >= 1 && months <= MAX_LOG_MONTHS))
    throw badInput('/LogRetentionMonths', `must be a number of months from 1 to ${MAX_LOG_MONTHS}`)
  return months
}

const parseOrigins = (origins: readonly string[] | undefined, { corsOrigins }: Tenant): string[] => {
  if (origins === undefined) return corsOrigins
  const distinct = [...new Set(origins)]
  if (distinct.length > MAX_ORIGINS) throw badInput('/CorsOrigins', `must have at most ${MAX_ORIGINS} origins`)
  requireOrigins(distinct, '/CorsOrigins')
  return distinct
}
