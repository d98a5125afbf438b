import type { FieldSet } from '#areas/people/custom-fields/values/fields.queries'
import type { CustomColumn, Field } from './columns.ts'
import { cellValue } from './custom-cells.ts'
import type { RowValues } from './row-values.ts'
import { type CountryReader, readFlag, readGender } from './values.ts'

/** A row as the body of a save. */
export interface RowBody {
  body: Record<string, unknown>
  /** The cell of each value of the body, by JSON pointer. */
  origins: Map<string, Field | CustomColumn>
  country: { id: number; alpha2: string } | undefined
}

const PERSON_FIELDS = [
  'Prefix',
  'FirstName',
  'MiddleName',
  'LastName',
  'Suffix',
  'CommonName',
  'PrimaryTitle',
  'AccountNumber',
] as const satisfies readonly Field[]
const ORGANIZATION_FIELDS = ['OrganizationName', 'CommonName', 'AccountNumber'] as const satisfies readonly Field[]

/** The fields of emails, phones and websites, with their kind and type (see ContactInfo in the contract). */
const INFO_FIELDS: readonly [field: Field, kind: 'email' | 'phone' | 'website', typeId: number][] = [
  ['Email', 'email', 1],
  ['PersonalEmail', 'email', 2],
  ['OtherEmail', 'email', 3],
  ['Phone', 'phone', 1],
  ['Mobile', 'phone', 2],
  ['HomePhone', 'phone', 3],
  ['Fax', 'phone', 4],
  ['OtherPhone', 'phone', 5],
  ['Website', 'website', 1],
]
const ADDRESS_FIELDS = [
  'Address1',
  'Address2',
  'City',
  'StateProvince',
  'PostalCode',
] as const satisfies readonly Field[]

export const bodyOf = (
  values: RowValues,
  systemTypeId: 1 | 2,
  readCountry: CountryReader,
  custom: FieldSet,
): RowBody => {
  const body: Record<string, unknown> = {}
  const origins = new Map<string, Field | CustomColumn>()
  for (const field of systemTypeId === 1 ? PERSON_FIELDS : ORGANIZATION_FIELDS) {
    const text = values.text(field)
    if (text === undefined) continue
    body[field] = text
    origins.set(`/${field}`, field)
  }
  body.HideAccountNumber = values.read('HideAccountNumber', readFlag)
  if (systemTypeId === 1) body.GenderId = values.read('Gender', readGender)
  const country = values.read('Country', readCountry)
  addInfos(values, systemTypeId === 1 ? 'ContactList' : 'ContactInfos', body, origins)
  addAddress(values, country?.id, body, origins)
  body.CustomFields = values.custom().map(({ column, name, text }, at) => {
    origins.set(`/CustomFields/${at}`, column)
    return { Name: name, Value: cellValue(custom, name, text) }
  })
  return { body, origins, country }
}

const addInfos = (
  values: RowValues,
  list: string,
  body: Record<string, unknown>,
  origins: Map<string, Field | CustomColumn>,
): void => {
  const items = INFO_FIELDS.flatMap(([field, Kind, TypeId]) => {
    const Value = values.text(field)
    return Value === undefined ? [] : [{ field, item: { Kind, Id: 0, Value, TypeId } }]
  })
  const extension = values.text('PhoneExtension')
  body[list] = items.map(({ field, item }, at) => {
    origins.set(`/${list}/${at}`, field)
    return extension !== undefined && field === 'Phone' ? { ...item, Extension: extension } : item
  })
}

const addAddress = (
  values: RowValues,
  countryId: number | undefined,
  body: Record<string, unknown>,
  origins: Map<string, Field | CustomColumn>,
): void => {
  const address: Record<string, unknown> = { ContactAddressId: 0, AddressTypeId: 1, CountryId: countryId }
  for (const field of ADDRESS_FIELDS) {
    const text = values.text(field)
    if (text === undefined) continue
    address[field] = text
    origins.set(`/Addresses/0/${field}`, field)
  }
  const isGiven = Object.keys(address).length > 3 || countryId !== undefined
  if (isGiven) body.Addresses = [address]
}
