// The rows of a contact as they are stored. Names are those of the tables, so that rows travel to and from PostgreSQL
// as JSON without a mapping in between. Days are YYYY-MM-DD.

export interface EmailRow {
  id: number
  contact_id: number
  address: string
  address_key: string
  type_id: number
  status: number
  is_unpublished: boolean
}

export interface PhoneRow {
  id: number
  contact_id: number
  number: string
  e164: string | null
  extension: string | null
  type_id: number
  is_unpublished: boolean
}

export interface WebsiteRow {
  id: number
  contact_id: number
  url: string
  type_id: number
  is_unpublished: boolean
}

/** A postal address, which several contacts may share. */
export interface PlaceRow {
  id: number
  audit_id: number
  source_contact_id: number | null
  address1: string | null
  address2: string | null
  city: string | null
  state_province: string | null
  postal_code: string | null
  country_id: number | null
}

/** A contact's use of a place. */
export interface AddressRow {
  id: number
  audit_id: number
  contact_id: number
  address_id: number
  type_id: number
  usage_flag_id: number | null
  note: string | null
  is_unpublished: boolean
}

export interface RoleRow {
  id: number
  audit_id: number
  contact_id: number
  organization_id: number
  role_type_id: number | null
  title: string | null
  start_date: string | null
  end_date: string | null
  display_on_web: boolean
}

export interface DesignationRow {
  id: number
  contact_id: number
  code: string
  name: string | null
  display_order: number
}

/** other_contact_id is <name of the type> of contact_id. */
export interface RelationshipRow {
  id: number
  audit_id: number
  contact_id: number
  other_contact_id: number
  type_id: number
}

/** What is entered about a contact; the rest of its row is derived. */
export interface EnteredColumns {
  system_type_id: 1 | 2
  prefix: string | null
  first_name: string | null
  middle_name: string | null
  last_name: string | null
  suffix: string | null
  common_name: string | null
  primary_title: string | null
  gender_id: number | null
  organization_name: string | null
  account_number: string | null
  hide_account_number: boolean
  status_id: number
  status_is_manual: boolean
  primary_address_id: number | null
  primary_email_id: number | null
  primary_phone_id: number | null
  primary_website_id: number | null
  primary_contact_id: number | null
}

/** The columns of EnteredColumns, in the order in which they are written. */
export const ENTERED_COLUMNS = [
  'system_type_id',
  'prefix',
  'first_name',
  'middle_name',
  'last_name',
  'suffix',
  'common_name',
  'primary_title',
  'gender_id',
  'organization_name',
  'account_number',
  'hide_account_number',
  'status_id',
  'status_is_manual',
  'primary_address_id',
  'primary_email_id',
  'primary_phone_id',
  'primary_website_id',
  'primary_contact_id',
] as const satisfies readonly (keyof EnteredColumns)[]

/** A contact without any of its records. */
export const blankContact = (systemTypeId: 1 | 2, statusId: number): EnteredColumns => ({
  system_type_id: systemTypeId,
  prefix: null,
  first_name: null,
  middle_name: null,
  last_name: null,
  suffix: null,
  common_name: null,
  primary_title: null,
  gender_id: null,
  organization_name: null,
  account_number: null,
  hide_account_number: false,
  status_id: statusId,
  status_is_manual: false,
  primary_address_id: null,
  primary_email_id: null,
  primary_phone_id: null,
  primary_website_id: null,
  primary_contact_id: null,
})

/** An organization at which somebody has a role. */
export interface Employer {
  id: number
  name: string
  /** Statuses of its memberships that count for its people, too. */
  covering: string[]
}

/** What else a contact's row depends on: records of other areas and of other contacts. */
export interface Surroundings {
  category_name: string | null
  primary_contact_name: string | null
  /** Organizations of the roles held, without deleted ones. */
  organizations: Employer[]
  /** Roles held (individual) or given (organization), without those whose other side is deleted. */
  role_count: number
  parent_count: number
  child_count: number
  /** Sum of the receivables, two decimals. */
  balance: string
  is_staff: boolean
  membership_statuses: string[]
}

/** A contact whole: what was entered, its own records, and its surroundings. */
export interface ContactRecords {
  id: number
  audit_id: number
  is_deleted: boolean
  merged_into_id: number | null
  entered: EnteredColumns
  emails: EmailRow[]
  phones: PhoneRow[]
  websites: WebsiteRow[]
  addresses: AddressRow[]
  places: PlaceRow[]
  roles: RoleRow[]
  designations: DesignationRow[]
  /** Relationships to what is above this contact in a hierarchy of organizations. */
  parents: RelationshipRow[]
  surroundings: Surroundings
}

const NO_SURROUNDINGS: Surroundings = {
  category_name: null,
  primary_contact_name: null,
  organizations: [],
  role_count: 0,
  parent_count: 0,
  child_count: 0,
  balance: '0.00',
  is_staff: false,
  membership_statuses: [],
}

/** A contact that is not stored yet: version 0, none of its records. */
export const newRecords = (id: number, entered: EnteredColumns): ContactRecords => ({
  id,
  audit_id: 0,
  is_deleted: false,
  merged_into_id: null,
  entered,
  emails: [],
  phones: [],
  websites: [],
  addresses: [],
  places: [],
  roles: [],
  designations: [],
  parents: [],
  surroundings: NO_SURROUNDINGS,
})
