import type { AssocContactAudit } from '#contract/integration/association-sync'
import { type DerivationFacts, deriveColumns, isCurrentOn } from '../records/derivation.model.ts'
import type { ContactRecords } from '../records/records.model.ts'

/** A contact in the shape of the association sync (ContactAudit in the contract). */
export type SyncedContact = AssocContactAudit

/** The organization that a synced contact belongs to. */
export interface SyncedParent {
  id: number
  name: string
  /** Null for one without a number at the national body. */
  nationalId: number | null
}

/** The other facts that a synced contact shows. */
export interface SyncedFacts extends DerivationFacts {
  /** Values of built-in custom fields by storage name. */
  values: ReadonlyMap<string, string>
  /** The organizations of current roles or the parent organizations, with those that are deleted left out. */
  parents: ReadonlyMap<number, SyncedParent>
}

type Texts<T> = { [K in keyof T]: T[K] extends string | null ? K : never }[keyof T]
export type SyncedText = Texts<SyncedContact>

/** Columns of the contact by the fields that they are shown in, with the type of contact that has them; null: both. */
export const COLUMN_FIELDS = [
  { field: 'StateID', column: 'state_member_id', systemTypeId: null },
  { field: 'Affiliation', column: 'affiliation', systemTypeId: null },
  { field: 'Name', column: 'organization_name', systemTypeId: 2 },
  { field: 'FirstName', column: 'first_name', systemTypeId: 1 },
  { field: 'LastName', column: 'last_name', systemTypeId: 1 },
  { field: 'Title', column: 'prefix', systemTypeId: 1 },
  { field: 'Suffix', column: 'suffix', systemTypeId: 1 },
  { field: 'InformalFirstName', column: 'common_name', systemTypeId: 1 },
  { field: 'JobTitle', column: 'primary_title', systemTypeId: 1 },
] as const satisfies readonly { field: SyncedText; column: string; systemTypeId: 1 | 2 | null }[]

const CONTACT = 1
const INDIVIDUAL = 2
const ORGANIZATION = 3
const TEXT = 1
const INTEGER = 2
const LONG_TEXT = 5

/** Built-in custom fields by the fields that they are shown in: created when a contact first gets a value. */
export const CUSTOM_FIELDS = [
  { field: 'OU', name: 'AssociationUnit', displayName: 'Organizational unit', objectTypeId: CONTACT, dataTypeId: TEXT },
  {
    field: 'EOPolicyNumber',
    name: 'EOPolicyNumber',
    displayName: 'E&O policy',
    objectTypeId: CONTACT,
    dataTypeId: TEXT,
  },
  { field: 'FederalID', name: 'FederalID', displayName: 'Federal tax number', objectTypeId: CONTACT, dataTypeId: TEXT },
  { field: 'Department', name: 'Department', displayName: 'Department', objectTypeId: INDIVIDUAL, dataTypeId: TEXT },
  { field: 'AgencyType', name: 'AgencyType', displayName: 'Agency type', objectTypeId: ORGANIZATION, dataTypeId: TEXT },
  {
    field: 'NumberOfEmployees',
    name: 'NumberOfEmployees',
    displayName: 'Number of employees',
    objectTypeId: ORGANIZATION,
    dataTypeId: INTEGER,
  },
  {
    field: 'Description',
    name: 'BusinessDescription',
    displayName: 'Description',
    objectTypeId: ORGANIZATION,
    dataTypeId: LONG_TEXT,
  },
] as const satisfies readonly {
  field: SyncedText
  name: string
  displayName: string
  objectTypeId: number
  dataTypeId: number
}[]

/** Phones by the type of their rows. */
export const PHONE_FIELDS = [
  { field: 'WorkPhone', extension: 'WorkPhoneExtension', typeId: 1 },
  { field: 'MobilePhone', extension: null, typeId: 2 },
  { field: 'HomePhone', extension: 'HomePhoneExtension', typeId: 3 },
  { field: 'OtherPhone', extension: 'OtherPhoneExtension', typeId: 5 },
  { field: 'Fax', extension: null, typeId: 4 },
  { field: 'Phone', extension: 'PhoneExtension', typeId: 6 },
] as const satisfies readonly { field: SyncedText; extension: SyncedText | null; typeId: number }[]

/** A phone that is not one of the others. */
export const MAIN_PHONE = 6
export const WEBSITE = 1
export const SOCIAL_PROFILE = 2

/** Social profiles by the hosts of their services. */
export const SOCIAL_FIELDS = [
  { field: 'Facebook', hosts: ['facebook.com', 'fb.com'] },
  { field: 'Twitter', hosts: ['twitter.com', 'x.com'] },
  { field: 'LinkedIn', hosts: ['linkedin.com'] },
  { field: 'YouTubeChannel', hosts: ['youtube.com', 'youtu.be'] },
  { field: 'GooglePlus', hosts: ['plus.google.com'] },
] as const satisfies readonly { field: SyncedText; hosts: readonly string[] }[]

/** Addresses by the type of their rows. */
export const ADDRESS_FIELDS = [
  { prefix: 'Physical', typeId: 1 },
  { prefix: 'Mailing', typeId: 2 },
] as const

/** The parts of an address by the columns that contain them. */
export const ADDRESS_PARTS = [
  { part: 'Line1', column: 'address1' },
  { part: 'Line2', column: 'address2' },
  { part: 'City', column: 'city' },
  { part: 'State', column: 'state_province' },
  { part: 'Zip', column: 'postal_code' },
] as const

const ENDED = 16

/** The national membership by its status in the sync. */
export const NATIONAL_STATUSES = new Map([
  ['Active', 2],
  ['Courtesy', 4],
  ['Dropped', ENDED],
])

/** Returns whether an address belongs to one of the hosts. */
export const isOnHost = (url: string, hosts: readonly string[]): boolean => {
  const host = URL.canParse(url) ? new URL(url).hostname.toLowerCase() : ''
  return hosts.some((wanted) => host === wanted || host.endsWith(`.${wanted}`))
}

/** Shows a contact as the association sync sees it. */
export const makeSyncedContact = (records: ContactRecords, facts: SyncedFacts): SyncedContact => {
  const { id, entered } = records
  const isPerson = entered.system_type_id === 1
  const derived = deriveColumns(records, facts)
  const parent = parentOf(records, facts)
  return {
    ContactType: isPerson ? 'Individual' : 'Business',
    NationalID: entered.national_id ?? 0,
    PlatformID: id,
    ...columnsShown(records),
    Name: derived.display_name || null,
    MiddleInitial: isPerson ? ([...(entered.middle_name ?? '')][0] ?? null) : null,
    Email: derived.email_address,
    Designation: designationsShown(records),
    Status: isEnded(records) ? 'Dropped' : statusShown(derived.status_id),
    ParentNationalId: parent?.nationalId ?? 0,
    PlatformParentId: parent?.id ?? 0,
    ParentAgency: parent?.name ?? null,
    ...valuesShown(facts.values, isPerson),
    ...websitesShown(records),
    ...phonesShown(records, derived.primary_phone_id),
    ...addressShown(records, facts, 1, 'Physical'),
    ...addressShown(records, facts, 2, 'Mailing'),
  }
}

const designationsShown = ({ designations }: ContactRecords): string | null =>
  [...designations]
    .sort((a, b) => a.display_order - b.display_order || a.id - b.id)
    .map(({ code }) => code)
    .join(', ') || null

// The national body has ended the membership: another membership here does not continue it.
const isEnded = ({ isDeleted, entered }: ContactRecords): boolean =>
  isDeleted || (entered.national_id !== null && entered.national_status_id === ENDED)

const statusShown = (statusId: number): SyncedContact['Status'] =>
  statusId === 2 ? 'Active' : statusId === 4 ? 'Courtesy' : 'Dropped'

type Shown<F extends readonly { field: string }[]> = Record<F[number]['field'], string | null>

const columnsShown = ({ entered }: ContactRecords) =>
  Object.fromEntries(
    COLUMN_FIELDS.map(({ field, column, systemTypeId }) => [
      field,
      systemTypeId === null || systemTypeId === entered.system_type_id ? entered[column] : null,
    ]),
  ) as Shown<typeof COLUMN_FIELDS>

const valuesShown = (values: ReadonlyMap<string, string>, isPerson: boolean) =>
  Object.fromEntries(
    CUSTOM_FIELDS.map(({ field, name, objectTypeId }) => [
      field,
      objectTypeId === (isPerson ? ORGANIZATION : INDIVIDUAL) ? null : (values.get(name.toLowerCase()) ?? null),
    ]),
  ) as Shown<typeof CUSTOM_FIELDS>

const websitesShown = ({ websites }: ContactRecords) => {
  const profile = (hosts: readonly string[]) =>
    websites.find(({ type_id, url }) => type_id === SOCIAL_PROFILE && isOnHost(url, hosts))?.url ?? null
  const profiles = Object.fromEntries(SOCIAL_FIELDS.map(({ field, hosts }) => [field, profile(hosts)]))
  return {
    URL: websites.find(({ type_id }) => type_id === WEBSITE)?.url ?? null,
    ...(profiles as Shown<typeof SOCIAL_FIELDS>),
  }
}

const phonesShown = ({ phones }: ContactRecords, primaryId: number | null) => {
  const shown = (typeId: number) =>
    phones.find(({ type_id }) => type_id === typeId) ??
    (typeId === MAIN_PHONE ? phones.find(({ id }) => id === primaryId) : undefined)
  const typed = PHONE_FIELDS.flatMap(({ field, extension, typeId }) => {
    const phone = shown(typeId)
    const number = phone?.e164 ?? phone?.number ?? null
    return [[field, number], ...(extension ? [[extension, phone?.extension ?? null]] : [])]
  })
  return Object.fromEntries(typed) as Record<PhoneText, string | null>
}

type PhoneText = (typeof PHONE_FIELDS)[number]['field'] | NonNullable<(typeof PHONE_FIELDS)[number]['extension']>

/** Finds the address that the fields with a prefix show. */
export const findAddressOfType = ({ addresses, places }: ContactRecords, typeId: number) => {
  const use = addresses.find(({ type_id }) => type_id === typeId)
  const place = use && places.find(({ id }) => id === use.address_id)
  return use && place ? { use, place } : undefined
}

type AddressText<P extends string> = `${P}${(typeof ADDRESS_PARTS)[number]['part'] | 'Country'}`

const addressShown = <P extends string>(
  records: ContactRecords,
  { countries }: SyncedFacts,
  typeId: number,
  prefix: P,
): Record<AddressText<P>, string | null> => {
  const place = findAddressOfType(records, typeId)?.place
  const lines = ADDRESS_PARTS.map(({ part, column }) => [`${prefix}${part}`, place?.[column] ?? null])
  const country = place?.country_id ? (countries.get(place.country_id)?.alpha2 ?? null) : null
  return Object.fromEntries([...lines, [`${prefix}Country`, country]]) as Record<AddressText<P>, string | null>
}

/** Returns the organizations of which one is the parent, in the order in which they are considered. */
const parentIdsOf = ({ entered, roles, parents }: ContactRecords, today: string): number[] =>
  entered.system_type_id === 1
    ? roles.filter((role) => isCurrentOn(role, today)).map(({ organization_id }) => organization_id)
    : parents.map(({ other_contact_id }) => other_contact_id)

/** Returns the first organization with a number at the national body, otherwise the first one. */
const parentOf = (records: ContactRecords, { parents, today }: SyncedFacts): SyncedParent | undefined => {
  const known = parentIdsOf(records, today).flatMap((id) => parents.get(id) ?? [])
  return known.find(({ nationalId }) => nationalId !== null) ?? known[0]
}

const SHARED: readonly SyncedText[] = [
  ...([
    'StateID',
    'Affiliation',
    'Email',
    'Designation',
    'Status',
    'URL',
    'OU',
    'EOPolicyNumber',
    'FederalID',
  ] as const),
  ...SOCIAL_FIELDS.map(({ field }) => field),
  ...PHONE_FIELDS.flatMap(({ field, extension }) => (extension ? [field, extension] : [field])),
  ...ADDRESS_FIELDS.flatMap(({ prefix }) => [
    ...ADDRESS_PARTS.map(({ part }) => `${prefix}${part}` as const),
    `${prefix}Country` as const,
  ]),
]

/** The texts that a transaction can set of an individual (1) and of an organization (2). */
export const SETTABLE_FIELDS: Readonly<Record<1 | 2, readonly SyncedText[]>> = {
  1: [
    ...SHARED,
    ...COLUMN_FIELDS.filter(({ systemTypeId }) => systemTypeId === 1).map(({ field }) => field),
    ...(['MiddleInitial', 'Department'] as const),
  ],
  2: [...SHARED, 'Name', 'AgencyType', 'NumberOfEmployees', 'Description'],
}
