import { Command, InvalidArgumentError, Option } from 'commander'
import { type NamedSettings, pickNamedSettings } from '#areas/integration/tenant-settings/tenant-settings.model'
import { getTenantSettings } from '#areas/integration/tenant-settings/tenant-settings.queries'
import { saveTenantSettings } from '#areas/integration/tenant-settings/tenant-settings.service'
import type { TenantSettingsSaveInput } from '#contract/integration/tenant-settings'
import { Problem } from '#kernel/errors/problem'
import { versionOf } from '#kernel/records/versions'
import type { Tenant } from '#prisma/client'
import { openFiles } from '#services/files/open-files'
import { meantContact } from './contact-id.ts'
import { UserError } from './failure.ts'
import { commandScope, findTenant, settleReplicas, withSession } from './session.ts'

interface SetOptions {
  key: string
  realEstate?: boolean
  mlsType?: string
  stateAssociation?: boolean
  pointOfEntry?: boolean
  families?: boolean
  roleRequired?: boolean
  certifications?: boolean
  ledgerModule?: boolean
  organization?: number | undefined
  defaultStatus?: string
  pricesIncludeTax?: boolean
  taxRegion?: number
  organizationName?: string
  organizationAddress?: string
  taxNumber?: string
  bankDetails?: string
  logo?: number
  takeInPaidPeople?: boolean
  openToExchanges?: boolean
  hub?: string
  logMonths?: number
  secondFactor?: boolean
  corsOrigins?: string[]
}

const STATUSES = new Map([
  ['prospective', 1],
  ['nonmember', 8],
  ['inactive', 16],
])

/** The options by the documented names of the settings. */
const OPTIONS = new Map<string, string>(
  Object.entries({
    IsRealEstateEdition: 'real-estate',
    MLSType: 'mls-type',
    NatregIsStateAssociation: 'state-association',
    IsPOE: 'point-of-entry',
    FamilyContactsEnabled: 'families',
    RoleRequired: 'role-required',
    ShouldTrackCertificateCompletion: 'certifications',
    LedgerModuleIsEnabled: 'ledger-module',
    OrganizationContactId: 'organization',
    DefaultMembershipStatusTypeId: 'default-status',
    PricesIncludeTax: 'prices-include-tax',
    TaxRegionId: 'tax-region',
    OrganizationName: 'organization-name',
    OrganizationAddress: 'organization-address',
    TaxNumber: 'tax-number',
    BankDetails: 'bank-details',
    LogoFileId: 'logo',
    TakesInPaidPeople: 'take-in-paid-people',
    IsOpenToExchanges: 'open-to-exchanges',
    HubTenantKey: 'hub',
    LogRetentionMonths: 'log-months',
    RequiresSecondFactor: 'second-factor',
    CorsOrigins: 'cors-origins',
  } satisfies Record<keyof NamedSettings, string>),
)

const optionOf = (name: string): string => OPTIONS.get(name) ?? name

const parseSwitch = (text: string): boolean => {
  if (text !== 'on' && text !== 'off') throw new InvalidArgumentError('Write on or off.')
  return text === 'on'
}

/** Parses an id; 0 for none. */
const parseIdOf =
  (what: string) =>
  (text: string): number => {
    if (text === 'none') return 0
    if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError(`Write the id of ${what}, or none.`)
    return Number(text)
  }

const parseMonths = (text: string): number => {
  if (!/^[1-9]\d?$/.test(text)) throw new InvalidArgumentError('Write a number of months.')
  return Number(text)
}

const parseOrganization = parseIdOf('an organization')
const parseTaxRegion = parseIdOf('a tax region')

const parseLogo = parseIdOf('an uploaded picture')

/** Parses lines that are separated by semicolons; empty for none. */
const parseLines = (text: string): string => (text === 'none' ? '' : text.split(';').join('\n'))

const parseText = (text: string): string => (text === 'none' ? '' : text)

const parseOrigins = (text: string): string[] => (text === 'none' ? [] : text.split(/[\s,]+/).filter(Boolean))

export const setCommand = (): Command =>
  new Command('set')
    .description('Change settings of a tenant, and print all of them. The running servers apply them immediately.')
    .requiredOption('--key <key>', 'key of the tenant')
    .option('--real-estate <on|off>', 'the real estate edition', parseSwitch)
    .option('--mls-type <name>', 'multiple listing service of a real estate edition; none: no service')
    .option('--state-association <on|off>', 'a state association in the national registry', parseSwitch)
    .option('--point-of-entry <on|off>', 'a point of entry of the registry', parseSwitch)
    .option('--families <on|off>', 'the tenant records families', parseSwitch)
    .option('--role-required <on|off>', 'front ends require a role for each person at an organization', parseSwitch)
    .option('--certifications <on|off>', 'the tenant tracks certifications', parseSwitch)
    .option('--ledger-module <on|off>', 'the connection to an accounting ledger', parseSwitch)
    .option('--organization <id>', "contact that is the tenant's own organization, or none", parseOrganization)
    .addOption(
      new Option('--default-status <status>', 'status of contacts without memberships').choices([...STATUSES.keys()]),
    )
    .option('--prices-include-tax <on|off>', 'prices include their taxes', parseSwitch)
    .option('--tax-region <id>', 'tax region of sales to contacts without an address, or none', parseTaxRegion)
    .option('--organization-name <name>', 'name on documents, or none for the name of the tenant', parseText)
    .option(
      '--organization-address <lines>',
      'address on documents: lines separated by semicolons, or none',
      parseLines,
    )
    .option('--tax-number <number>', 'tax number on documents, or none', parseText)
    .option('--bank-details <lines>', 'bank details on documents: lines separated by semicolons, or none', parseLines)
    .option('--logo <id>', 'logo on documents: file id of an uploaded picture, or none', parseLogo)
    .option('--take-in-paid-people <on|off>', 'people become contacts when they have paid', parseSwitch)
    .option('--open-to-exchanges <on|off>', 'other tenants find it to invite it to exchanges', parseSwitch)
    .option('--hub <key>', 'key of the tenant that it belongs to, or none', parseText)
    .option('--log-months <number>', 'months before the current one whose events the log keeps', parseMonths)
    .option('--second-factor <on|off>', 'staff needs a second factor', parseSwitch)
    .option('--cors-origins <origins>', 'origins of web front ends, separated by commas, or none', parseOrigins)
    .addHelpText('after', '\nSettings that are not given keep their values. Without any, the command only prints them.')
    .action(set)

const set = (options: SetOptions): Promise<void> =>
  withSession(async (session) => {
    const tenant = await findTenant(session, options.key)
    const scope = await commandScope(session, tenant)
    const input = inputOf({ ...options, organization: await meantContact(scope, options.organization) })
    if (Object.keys(input).length === 0) return print(await getTenantSettings(scope))
    const files = await openFiles(session.installation.config)
    const saved = await saveTenantSettings(scope, files, input, versionOf(null)).catch(throwByOption)
    await settleReplicas(session)
    print(saved)
  })

/** Names the options in the faults of fields. */
const throwByOption = (error: unknown): never => {
  if (!(error instanceof Problem) || error.errors.length === 0) throw error
  const faults = error.errors.map(({ pointer, message }) => `--${optionOf(pointer.split('/')[1] ?? '')}: ${message}.`)
  throw new UserError(faults.join('\n'))
}

/** The settings that the options state, as the body of the operation. */
const inputOf = (options: SetOptions): TenantSettingsSaveInput => {
  const { mlsType, defaultStatus } = options
  const input = {
    IsRealEstateEdition: options.realEstate,
    MLSType: mlsType === 'none' ? null : mlsType,
    NatregIsStateAssociation: options.stateAssociation,
    IsPOE: options.pointOfEntry,
    FamilyContactsEnabled: options.families,
    RoleRequired: options.roleRequired,
    ShouldTrackCertificateCompletion: options.certifications,
    LedgerModuleIsEnabled: options.ledgerModule,
    OrganizationContactId: options.organization,
    DefaultMembershipStatusTypeId: defaultStatus === undefined ? undefined : STATUSES.get(defaultStatus),
    PricesIncludeTax: options.pricesIncludeTax,
    TaxRegionId: options.taxRegion,
    OrganizationName: options.organizationName,
    OrganizationAddress: options.organizationAddress,
    TaxNumber: options.taxNumber,
    BankDetails: options.bankDetails,
    LogoFileId: options.logo,
    TakesInPaidPeople: options.takeInPaidPeople,
    IsOpenToExchanges: options.openToExchanges,
    HubTenantKey: options.hub,
    LogRetentionMonths: options.logMonths,
    RequiresSecondFactor: options.secondFactor,
    CorsOrigins: options.corsOrigins,
  }
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
}

/** Prints each setting under the name of its option. */
const print = (tenant: Tenant): void => {
  for (const [name, value] of Object.entries(pickNamedSettings(tenant)))
    console.log(`${optionOf(name)}: ${textOf(name === 'DefaultMembershipStatusTypeId' ? statusOf(value) : value)}`)
}

const statusOf = (id: Setting): Setting => [...STATUSES].find(([, one]) => one === id)?.[0] ?? id

type Setting = NamedSettings[keyof NamedSettings]

const textOf = (value: Setting): string => {
  if (value === null || (Array.isArray(value) && value.length === 0)) return 'none'
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  return Array.isArray(value) ? value.join(', ') : String(value).replaceAll('\n', '; ')
}
