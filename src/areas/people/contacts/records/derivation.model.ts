import { nameKey, organizationNameKey } from '../duplicates/duplicates.model.ts'
import { searchTokens } from '../search-tokens.model.ts'
import type { CountryFacts } from '../saving/countries.ts'
import { organizationSortName, personDisplayName, personSortName } from '../saving/names.ts'
import type { ContactRecords, EnteredColumns, RoleRow } from './records.model.ts'

/** The columns of a contact's row that lists, searches and duplicate checks read. */
export interface DerivedColumns {
  display_name: string
  sort_name: string
  first_name_key: string | null
  last_name_key: string | null
  organization_name_key: string | null
  status_id: number
  primary_address_id: number | null
  primary_email_id: number | null
  primary_phone_id: number | null
  primary_website_id: number | null
  primary_organization_id: number | null
  category_name: string | null
  email_address: string | null
  email_status: number
  phone: string | null
  city: string | null
  state_province: string | null
  country_id: number | null
  country_name: string | null
  primary_contact_name: string | null
  primary_organization_name: string | null
  parent_count: number
  child_count: number
  role_count: number
  balance: string
  is_staff: boolean
}

/** Their names and types, in the order in which they are written. */
export const DERIVED_COLUMNS = {
  display_name: 'text',
  sort_name: 'text',
  first_name_key: 'text',
  last_name_key: 'text',
  organization_name_key: 'text',
  status_id: 'smallint',
  primary_address_id: 'int',
  primary_email_id: 'int',
  primary_phone_id: 'int',
  primary_website_id: 'int',
  primary_organization_id: 'int',
  category_name: 'text',
  email_address: 'text',
  email_status: 'smallint',
  phone: 'text',
  city: 'text',
  state_province: 'text',
  country_id: 'int',
  country_name: 'text',
  primary_contact_name: 'text',
  primary_organization_name: 'text',
  parent_count: 'int',
  child_count: 'int',
  role_count: 'int',
  balance: 'numeric',
  is_staff: 'boolean',
} as const satisfies Record<keyof DerivedColumns, string>

/** Facts of the tenant and the day that derivations depend on. */
export interface DerivationFacts {
  tenantId: number
  countries: ReadonlyMap<number, CountryFacts>
  /** Today in the tenant's time zone, YYYY-MM-DD. */
  today: string
  defaultStatusId: number
}

/** The row named by an id, else the oldest. */
const chosen = <R extends { id: number }>(rows: readonly R[], id: number | null): R | undefined =>
  rows.find((row) => row.id === id) ?? rows[0]

/** What a contact's row says beyond what was entered, from its records alone. */
export const deriveColumns = (records: ContactRecords, facts: DerivationFacts): DerivedColumns => ({
  ...deriveNames(records.entered),
  ...derivePrimaries(records, facts),
  ...deriveOrganization(records, facts.today),
  status_id: deriveStatus(records, facts),
  category_name: records.surroundings.category_name,
  primary_contact_name: records.surroundings.primary_contact_name,
  parent_count: records.surroundings.parent_count,
  child_count: records.surroundings.child_count,
  role_count: records.surroundings.role_count,
  balance: records.surroundings.balance,
  is_staff: records.surroundings.is_staff,
})

const deriveNames = (entered: EnteredColumns) => {
  const isPerson = entered.system_type_id === 1
  const names = {
    prefix: entered.prefix,
    firstName: entered.first_name,
    middleName: entered.middle_name,
    lastName: entered.last_name,
    suffix: entered.suffix,
    commonName: entered.common_name,
  }
  const organizationName = entered.organization_name ?? ''
  return {
    display_name: isPerson ? personDisplayName(names) : organizationName,
    sort_name: isPerson ? personSortName(names) : organizationSortName(organizationName),
    first_name_key: isPerson ? nameKey(names.firstName ?? names.commonName) : null,
    last_name_key: isPerson ? nameKey(names.lastName) : null,
    organization_name_key: isPerson ? null : organizationNameKey(organizationName),
  }
}

const derivePrimaries = (records: ContactRecords, { countries }: DerivationFacts) => {
  const email = chosen(records.emails, records.entered.primary_email_id)
  const phone = chosen(records.phones, records.entered.primary_phone_id)
  const website = chosen(records.websites, records.entered.primary_website_id)
  const address = chosen(records.addresses, records.entered.primary_address_id)
  const place = records.places.find(({ id }) => id === address?.address_id)
  const countryId = place?.country_id ?? null
  return {
    primary_email_id: email?.id ?? null,
    primary_phone_id: phone?.id ?? null,
    primary_website_id: website?.id ?? null,
    primary_address_id: address?.id ?? null,
    email_address: email?.address ?? null,
    email_status: email?.status ?? 0,
    phone: phone ? phone.number + (phone.extension ? ` ext. ${phone.extension}` : '') : null,
    city: place?.city ?? null,
    state_province: place?.state_province ?? null,
    country_id: countryId,
    country_name: countryId === null ? null : (countries.get(countryId)?.name ?? null),
  }
}

/** The organization of the first role that runs on a day; roles begin in the order in which they were entered. */
const deriveOrganization = ({ roles, surroundings }: ContactRecords, today: string) => {
  const names = new Map(surroundings.organizations.map(({ id, name }) => [id, name]))
  const first = roles.find((role) => runsOn(role, today) && names.has(role.organization_id))
  return {
    primary_organization_id: first?.organization_id ?? null,
    primary_organization_name: first ? (names.get(first.organization_id) ?? null) : null,
  }
}

const runsOn = ({ start_date, end_date }: RoleRow, day: string): boolean =>
  (start_date === null || start_date <= day) && (end_date === null || end_date >= day)

const PROSPECTIVE = 1
const ACTIVE = 2
const INACTIVE = 16

/**
 * Set by staff, or by the memberships: Active while one counts, the contact's own or one of an organization at which a
 * role runs; else Prospective while one is pending; Inactive after the last one; without any as for new contacts.
 */
const deriveStatus = ({ entered, roles, surroundings }: ContactRecords, facts: DerivationFacts): number => {
  if (entered.status_is_manual) return entered.status_id
  const running = new Set(roles.filter((role) => runsOn(role, facts.today)).map((role) => role.organization_id))
  const covering = surroundings.organizations.filter(({ id }) => running.has(id)).flatMap((one) => one.covering)
  const statuses = [...surroundings.membership_statuses, ...covering]
  if (statuses.some((status) => status === 'Active' || status === 'Grace')) return ACTIVE
  if (statuses.includes('Pending')) return PROSPECTIVE
  return statuses.length > 0 ? INACTIVE : facts.defaultStatusId
}

/** The lexemes by which free text finds a contact. */
export const deriveSearch = (records: ContactRecords, derived: DerivedColumns, tenantId: number): string[] => {
  const { entered } = records
  return searchTokens(tenantId, {
    names: [
      entered.first_name,
      entered.middle_name,
      entered.last_name,
      entered.common_name,
      entered.organization_name,
      ...records.designations.map(({ code }) => code),
    ],
    emails: records.emails.map(({ address }) => address),
    phones: records.phones,
    city: derived.city,
    accountNumber: entered.account_number,
  })
}
