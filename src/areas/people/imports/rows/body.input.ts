import { type CellReaders, readCellValue } from '#areas/people/custom-fields/values/cells.service'
import type { FieldSet } from '#areas/people/custom-fields/values/fields.queries'
import type { ColumnField, Field } from '../columns/fields.model.ts'
import { type Country, completePostalCode } from './addresses.model.ts'
import { GUESSES } from './guesses.model.ts'
import type { RowReaders } from './row-context.model.ts'
import { isCustom, nameOfCustom, type RowValues } from './row-values.input.ts'
import { OpenFault, readFlag, readGender } from './values.model.ts'

/** A row as the body of a save. */
export interface RowBody {
  body: Record<string, unknown>
  /** The cell of each value of the body, by JSON pointer. */
  origins: Map<string, ColumnField>
  country: Country | undefined
}

/** The fields of an individual (1) and of an organization (2) that are texts of the body. */
const TEXT_FIELDS = {
  1: [
    'Prefix',
    'FirstName',
    'MiddleName',
    'LastName',
    'Suffix',
    'CommonName',
    'PrimaryTitle',
    'AccountNumber',
  ] as const satisfies readonly Field[],
  2: ['OrganizationName', 'CommonName', 'AccountNumber'] as const satisfies readonly Field[],
}

/** The fields of emails, phones and websites, with their kind and type (see ContactInfo in the contract). */
export const INFO_FIELDS: readonly [field: Field, kind: 'email' | 'phone' | 'website', typeId: number][] = [
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

/** The facts and readers with which a body is made. */
export interface BodyContext {
  readers: RowReaders
  custom: FieldSet
  /** The mail status of the emails of the row; undefined: it stays as it is. */
  mailStatus: number | undefined
  /** ISO 3166-1 alpha-2 code of the country of addresses without one. */
  homeCountry: string | undefined
}

/** Makes the body of a save from a row: the values that it has, and none for empty cells. */
export const bodyOf = (values: RowValues, systemTypeId: 1 | 2, context: BodyContext): RowBody => {
  const { readers, custom } = context
  const body: Record<string, unknown> = {}
  const origins = new Map<string, ColumnField>()
  for (const field of TEXT_FIELDS[systemTypeId]) {
    const text = values.text(field)
    if (text === undefined) continue
    body[field] = text
    origins.set(`/${field}`, field)
  }
  body.HideAccountNumber = values.read('HideAccountNumber', readFlag)
  if (systemTypeId === 1) body.GenderId = values.read('Gender', readGender)
  const country = values.read('Country', readers.readCountry)
  addInfos(values, systemTypeId === 1 ? 'ContactList' : 'ContactInfos', context.mailStatus, { body, origins })
  completeCode(values, country?.alpha2, context.homeCountry)
  addAddress(values, country?.id, { body, origins })
  const sent = values.custom()
  const cleared = values.cleared.filter(isCustom)
  body.CustomFields = [
    ...sent.map(({ column, name, text }) => ({
      Name: name,
      Value: readCellValue(custom, name, text, readersOf(readers, values, column)),
    })),
    ...cleared.map((column) => ({ Name: nameOfCustom(column), Value: null })),
  ]
  for (const [at, column] of [...sent.map(({ column }) => column), ...cleared].entries())
    origins.set(`/CustomFields/${at}`, column)
  return { body, origins, country }
}

/** Returns the readers of a custom field. A value with several meanings refuses the row by the option that decides. */
const readersOf = (readers: RowReaders, values: RowValues, column: ColumnField): CellReaders => {
  const cell = values.cell(column)
  return {
    ...readers,
    readNumber: (text) => readers.readNumber(text, cell.note),
    readDate: (text, use) => {
      try {
        return readers.readDate(text, use, cell)
      } catch (error) {
        if (error instanceof OpenFault) values.refuse(column, error.message)
        throw error
      }
    },
  }
}

const completeCode = (values: RowValues, country: string | undefined, homeCountry: string | undefined): void => {
  const sent = values.text('PostalCode')
  if (sent === undefined) return
  const complete = completePostalCode(sent, country ?? homeCountry)
  if (complete !== sent) values.guess('PostalCode', 'PostalCode', GUESSES.postalCode(country === undefined))
  values.set('PostalCode', complete)
}

type Target = Pick<RowBody, 'body' | 'origins'>

const addInfos = (values: RowValues, list: string, mailStatus: number | undefined, { body, origins }: Target): void => {
  const items = INFO_FIELDS.flatMap(([field, Kind, TypeId]) => {
    const Value = values.text(field)
    const Status = Kind === 'email' && mailStatus !== undefined ? { Status: mailStatus } : {}
    return Value === undefined ? [] : [{ field, item: { Kind, Id: 0, Value, TypeId, ...Status } }]
  })
  const extension = values.text('PhoneExtension')
  body[list] = items.map(({ field, item }, at) => {
    origins.set(`/${list}/${at}`, field)
    return extension !== undefined && field === 'Phone' ? { ...item, Extension: extension } : item
  })
}

const ADDRESS_FIELDS = [
  'Address1',
  'Address2',
  'City',
  'StateProvince',
  'PostalCode',
] as const satisfies readonly Field[]

const addAddress = (values: RowValues, countryId: number | undefined, { body, origins }: Target): void => {
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
