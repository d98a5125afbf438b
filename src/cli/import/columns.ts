import { UserError } from '../failure.ts'

/** The fields of an import, with the headers that are recognized. Compared by letters and digits, case-insensitive. */
export const FIELDS = {
  Type: 'type, contact type, kind, record type',
  Prefix: 'prefix, salutation, form of address, honorific',
  FirstName: 'first name, given name, forename, first',
  MiddleName: 'middle name, middle names, second name, middle',
  LastName: 'last name, surname, family name, last',
  Suffix: 'suffix, name suffix',
  CommonName: 'common name, nickname, preferred name, known as, trading name, short name',
  PrimaryTitle: 'primary title, title, job title, position',
  Gender: 'gender, sex',
  OrganizationName:
    'organization name, organisation name, organization, organisation, company, company name, business name',
  AccountNumber: 'account number, account no, account, member number, member id, customer number, external id',
  HideAccountNumber: 'hide account number',
  Status: 'status, membership status',
  Email: 'email, e-mail, email address, e-mail address, mail, work email, primary email, email 1',
  PersonalEmail: 'personal email, home email, private email, email 2, secondary email',
  OtherEmail: 'other email, email 3',
  Phone: 'phone, telephone, phone number, telephone number, tel, work phone, business phone, primary phone, phone 1',
  Mobile: 'mobile, mobile phone, cell, cell phone, cellular, phone 2',
  HomePhone: 'home phone, private phone',
  Fax: 'fax, fax number',
  OtherPhone: 'other phone, phone 3',
  PhoneExtension: 'phone extension, extension, ext',
  Website: 'website, web site, web address, url, homepage, web',
  Address1: 'address 1, address, address line 1, street, street address, mailing address',
  Address2: 'address 2, address line 2, suite, apartment',
  City: 'city, town, locality',
  StateProvince: 'state province, state, province, region, county',
  PostalCode: 'postal code, zip, zip code, postcode',
  Country: 'country, country code, country name',
  Tags: 'tags, tag, labels, keywords',
  Groups: 'groups, group, lists, list',
} as const

export type Field = keyof typeof FIELDS

/** A custom field of the tenant by its storage name. */
export type CustomColumn = `CustomFields.${string}`

/** A custom field, which a header can also name. */
export interface CustomHeader {
  name: string
  displayName: string
}

/** The columns of a file that are read. */
export interface Columns {
  headers: string[]
  /** The field of each column; undefined if the column is ignored. */
  fields: (Field | CustomColumn | undefined)[]
  /** Headers that match no field and that no mapping ignores. */
  unknown: string[]
}

const plain = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

const byAlias = new Map<string, Field>(
  Object.entries(FIELDS).flatMap(([field, aliases]) =>
    [field, ...aliases.split(',')].map((alias) => [plain(alias), field as Field] as const),
  ),
)

const fieldNamed = (name: string, custom: readonly CustomHeader[]): Field | CustomColumn | undefined =>
  (Object.keys(FIELDS).find((field) => plain(field) === plain(name)) as Field | undefined) ?? customNamed(name, custom)

/** By storage name, with or without `CustomFields.`, or by label. */
const customNamed = (header: string, custom: readonly CustomHeader[]): CustomColumn | undefined => {
  const wanted = plain(header)
  if (wanted === '') return undefined
  const found =
    custom.find(({ name }) => [plain(name), plain(`CustomFields.${name}`)].includes(wanted)) ??
    custom.find(({ displayName }) => plain(displayName) === wanted)
  return found && `CustomFields.${found.name}`
}

/**
 * Determines the field of each column, by its header or by `--map HEADER=FIELD`; `HEADER=` ignores a column.
 *
 * @throws UserError for an invalid mapping, two columns of one field, or a file without a column of names.
 */
export const readColumns = (
  headers: string[],
  mappings: readonly string[],
  custom: readonly CustomHeader[] = [],
): Columns => {
  const mapped = new Map(mappings.map((mapping) => readMapping(mapping, headers, custom)))
  const fields = headers.map((header) =>
    mapped.has(plain(header)) ? mapped.get(plain(header)) : (byAlias.get(plain(header)) ?? customNamed(header, custom)),
  )
  const unknown = headers.filter(
    (header, at) => header !== '' && fields[at] === undefined && !mapped.has(plain(header)),
  )
  const doubled = fields.find((field, at) => field !== undefined && fields.indexOf(field) !== at)
  if (doubled) {
    const both = headers.filter((_, at) => fields[at] === doubled).map((header) => `"${header}"`)
    throw new UserError(
      `Columns ${both.join(' and ')} both map to ${doubled}. Map them to different fields with --map HEADER=FIELD.`,
    )
  }
  if (!NAMES.some((field) => fields.includes(field))) {
    throw new UserError(
      `No column contains a name (${NAMES.join(', ')}). The columns are: ${headers.join(', ')}. Use --map HEADER=FIELD.`,
    )
  }
  return { headers, fields, unknown }
}

const NAMES: readonly Field[] = ['FirstName', 'LastName', 'CommonName', 'OrganizationName']

const readMapping = (
  mapping: string,
  headers: readonly string[],
  custom: readonly CustomHeader[],
): [header: string, field: Field | CustomColumn | undefined] => {
  const at = mapping.lastIndexOf('=')
  const [header, name] = [mapping.slice(0, at), mapping.slice(at + 1)]
  if (at < 1) throw new UserError(`--map: "${mapping}" must read HEADER=FIELD.`)
  if (!headers.some((known) => plain(known) === plain(header)))
    throw new UserError(`--map: there is no column "${header}". The columns are: ${headers.join(', ')}.`)
  if (name === '') return [plain(header), undefined]
  const field = fieldNamed(name, custom)
  if (!field) throw new UserError(`--map: "${name}" is not a field. Use one of: ${Object.keys(FIELDS).join(', ')}.`)
  return [plain(header), field]
}
