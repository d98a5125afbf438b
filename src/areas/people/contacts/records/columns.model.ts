// Every stored column of a contact is listed here, once. What reads, plans, writes, derives, documents and loads contacts
// takes its columns from these lists. Names are those of the tables, so that rows pass between the code and PostgreSQL
// as JSON without a mapping. Days are YYYY-MM-DD.

const INDIVIDUAL = 1
const ORGANIZATION = 2

/** A column that people enter, with its value in a new contact. */
interface Entered<T> {
  blank: T
}

/** A column that the documented shapes of contacts contain, with its field there. */
interface Documented<T, F extends string> extends Entered<T> {
  field: F
  /** The type of contact that has the field; null: both. */
  systemTypeId: 1 | 2 | null
}

const stored = <T>(blank: T): Entered<T> => ({ blank })

const documented = <T, F extends string>(blank: T, field: F, systemTypeId: 1 | 2 | null = null): Documented<T, F> => ({
  blank,
  field,
  systemTypeId,
})

const text = <F extends string>(field: F, systemTypeId?: 1 | 2) =>
  documented<string | null, F>(null, field, systemTypeId)

const id = <F extends string>(field: F, systemTypeId?: 1 | 2) => documented<number | null, F>(null, field, systemTypeId)

/** Columns that describe a contact, in the order of the documented fields. */
export const DESCRIPTION = {
  prefix: text('Prefix', INDIVIDUAL),
  first_name: text('FirstName', INDIVIDUAL),
  middle_name: text('MiddleName', INDIVIDUAL),
  last_name: text('LastName', INDIVIDUAL),
  suffix: text('Suffix', INDIVIDUAL),
  common_name: text('CommonName'),
  primary_title: text('PrimaryTitle', INDIVIDUAL),
  gender_id: id('GenderId', INDIVIDUAL),
  organization_name: text('OrganizationName', ORGANIZATION),
  account_number: text('AccountNumber'),
  hide_account_number: documented(false, 'HideAccountNumber'),
}

/** Columns that choose a primary record. */
export const PRIMARY_IDS = {
  primary_address_id: id('PrimaryAddressId'),
  primary_email_id: id('PrimaryEmailAddressId'),
  primary_phone_id: id('PrimaryPhoneId'),
  primary_website_id: id('PrimaryWebAddressId'),
  primary_contact_id: id('PrimaryContactId'),
}

/** Columns that the association sync sets. */
const NATIONAL = {
  national_id: stored<number | null>(null),
  state_member_id: stored<string | null>(null),
  affiliation: stored<string | null>(null),
  /** The national membership: 2 Active, 4 Courtesy, 16 ended; null: none. */
  national_status_id: stored<number | null>(null),
}

/**
 * The columns that are entered about a contact; the rest of its row is derived. In the order in which the columns are
 * written.
 */
export const ENTERED = {
  system_type_id: stored<1 | 2>(INDIVIDUAL),
  ...DESCRIPTION,
  manual_status_id: stored<number | null>(null),
  ...NATIONAL,
  ...PRIMARY_IDS,
}

/** The columns that a save takes from fields of the body. */
export const DOCUMENTED = { ...DESCRIPTION, ...PRIMARY_IDS }

type BlankOf<C> = { -readonly [N in keyof C]: C[N] extends Entered<infer T> ? T : never }

export type EnteredColumns = BlankOf<typeof ENTERED>
export const ENTERED_COLUMNS = Object.keys(ENTERED) as (keyof EnteredColumns)[]

/** Returns a contact of which nothing is entered. */
export const makeBlankContact = (systemTypeId: 1 | 2): EnteredColumns => ({ ...BLANK, system_type_id: systemTypeId })

const blanksOf = <C extends Record<string, Entered<unknown>>>(columns: C): BlankOf<C> =>
  Object.fromEntries(Object.entries(columns).map(([column, { blank }]) => [column, blank])) as BlankOf<C>

const BLANK = blanksOf(ENTERED)

/** A column that is derived from the records of a contact; `value` exists only as a type. */
interface Derived<T> {
  type: string
  value?: T
}

const derived = <T>(type: string): Derived<T> => ({ type })

/** The columns of a contact's row that lists, searches and duplicate checks read, with their type in PostgreSQL. */
export const DERIVED = {
  display_name: derived<string>('text'),
  sort_name: derived<string>('text'),
  first_name_key: derived<string | null>('text'),
  last_name_key: derived<string | null>('text'),
  organization_name_key: derived<string | null>('text'),
  status_id: derived<number>('smallint'),
  primary_address_id: derived<number | null>('int'),
  primary_email_id: derived<number | null>('int'),
  primary_phone_id: derived<number | null>('int'),
  primary_website_id: derived<number | null>('int'),
  primary_organization_id: derived<number | null>('int'),
  category_name: derived<string | null>('text'),
  email_address: derived<string | null>('text'),
  email_status: derived<number>('smallint'),
  phone: derived<string | null>('text'),
  city: derived<string | null>('text'),
  state_province: derived<string | null>('text'),
  country_id: derived<number | null>('int'),
  country_name: derived<string | null>('text'),
  primary_contact_name: derived<string | null>('text'),
  primary_organization_name: derived<string | null>('text'),
  parent_count: derived<number>('int'),
  child_count: derived<number>('int'),
  role_count: derived<number>('int'),
  balance: derived<string>('numeric'),
  is_staff: derived<boolean>('boolean'),
  has_membership: derived<boolean>('boolean'),
}

export type DerivedColumns = {
  [N in keyof typeof DERIVED]: (typeof DERIVED)[N] extends Derived<infer T> ? T : never
}
export const DERIVED_COLUMNS = Object.keys(DERIVED) as (keyof DerivedColumns)[]

/** Returns null, for a column that may have no value. */
const none = <T>(): T | null => null

const list = <T extends string, R extends { id: number }>(table: T, blank: R) => ({ table, blank })

/** The lists of a contact: the table of each, and a new row of it, which names the columns and their defaults. */
export const LISTS = {
  emails: list('contact_email', {
    id: 0,
    contact_id: 0,
    address: '',
    address_key: '',
    type_id: 1,
    status: 0,
    is_unpublished: false,
  }),
  phones: list('contact_phone', {
    id: 0,
    contact_id: 0,
    number: '',
    e164: none<string>(),
    extension: none<string>(),
    type_id: 1,
    is_unpublished: false,
  }),
  websites: list('contact_website', { id: 0, contact_id: 0, url: '', type_id: 1, is_unpublished: false }),
  /** Postal addresses, which several contacts may share. Written before the rows that use them. */
  places: list('address', {
    id: 0,
    audit_id: 1,
    source_contact_id: none<number>(),
    address1: none<string>(),
    address2: none<string>(),
    city: none<string>(),
    state_province: none<string>(),
    postal_code: none<string>(),
    country_id: none<number>(),
  }),
  /** The contact's use of postal addresses. */
  addresses: list('contact_address', {
    id: 0,
    audit_id: 1,
    contact_id: 0,
    address_id: 0,
    type_id: 1,
    usage_flag_id: none<number>(),
    note: none<string>(),
    is_unpublished: false,
  }),
  roles: list('contact_role', {
    id: 0,
    audit_id: 1,
    contact_id: 0,
    organization_id: 0,
    role_type_id: none<number>(),
    title: none<string>(),
    start_date: none<string>(),
    end_date: none<string>(),
    display_on_web: true,
  }),
  designations: list('contact_designation', { id: 0, contact_id: 0, code: '', name: none<string>(), display_order: 0 }),
  /** Relationships to the parent organizations: other_contact_id is <name of the type> of contact_id. */
  parents: list('contact_relationship', { id: 0, audit_id: 1, contact_id: 0, other_contact_id: 0, type_id: 0 }),
}

export type RecordList = keyof typeof LISTS
export const RECORD_LISTS = Object.keys(LISTS) as RecordList[]

/** Returns an object with one value for each list. */
export const mapLists = <M extends Record<RecordList, unknown>>(valueFor: (list: RecordList) => M[RecordList]): M =>
  Object.fromEntries(RECORD_LISTS.map((list) => [list, valueFor(list)])) as M

/** A stored row of a list. */
export type RowOf<L extends RecordList> = (typeof LISTS)[L]['blank']

/** The tables whose new rows get their ids before they are written. */
export type NumberedTable = 'contact' | (typeof LISTS)[RecordList]['table']

/** Returns the columns of a list, in the order in which they are read and written. */
export const columnsOf = (list: RecordList): string[] => Object.keys(LISTS[list].blank)
