import { badInput, badInputs, type FieldFault } from '#kernel/errors/problem'
import { plainKey } from '#kernel/text/plain-key'
import type { DateOrder } from '../rows/date-orders.model.ts'
import {
  type ColumnField,
  type CustomColumn,
  FIELD_NAMES,
  FIELDS,
  type Field,
  findFieldOfHeader,
} from './fields.model.ts'
import { PRESETS, type PresetName } from './presets.model.ts'

/** A custom field, which a header can also name. */
export interface CustomHeader {
  name: string
  displayName: string
}

/** The field of a column, as a request states it; null ignores the column. */
export interface ColumnChoice {
  Header: string
  Field: string | null
}

/** The order of day and month of a column, as a request states it. */
export interface OrderChoice {
  Header: string
  DateOrder: DateOrder
}

/** The columns of a file that are read. */
export interface Columns {
  /** Each is different: the second "Phone" is "Phone (2)". */
  headers: string[]
  /** The field of each column; undefined if the column is ignored. */
  fields: (ColumnField | undefined)[]
}

/** The columns of a file, and why it cannot be imported with them. */
export interface FoundColumns extends Columns {
  /** Undefined if it can. */
  fault: string | undefined
}

/** Columns that the report of refused rows adds. */
const REPORT_COLUMNS = new Set(['line', 'reason'])

/**
 * Determines the field of each column: by the mapping of the request, the preset, the general headers, or a custom field.
 *
 * @param isNameNeeded whether rows create contacts, and nothing else names them.
 * Two columns of one field, and columns without a name, are a fault.
 *
 * @throws 400 for an invalid mapping.
 */
export const readColumns = (
  texts: readonly string[],
  preset: PresetName,
  mapping: readonly ColumnChoice[],
  custom: readonly CustomHeader[],
  isNameNeeded = true,
): FoundColumns => {
  const headers = distinctHeaders(texts)
  const chosen = parseMapping(headers, mapping, custom)
  const ofPreset = new Map(Object.entries(PRESETS[preset].headers).map(([header, field]) => [plainKey(header), field]))
  const isReport = texts[0] === 'line' && texts[1] === 'reason'
  const fields = texts.map((header, at): ColumnField | undefined => {
    const key = plainKey(header)
    const choice = chosen.get(headers[at] ?? header)
    if (choice) return choice.field
    if (isReport && at < REPORT_COLUMNS.size) return undefined
    const field = ofPreset.get(key)
    if (field !== undefined) return field ?? undefined
    return findFieldOfHeader(header) ?? customNamed(header, custom)
  })
  const adjusted = adjust(fields, (at) => customNamed(texts[at] ?? '', custom))
  const isOfPreset = (at: number) => ofPreset.get(plainKey(texts[at] ?? '')) === adjusted[at]
  const fault =
    doubledFault({ headers, fields: adjusted }, isOfPreset) ??
    (isNameNeeded && !NAMES.some((field) => adjusted.includes(field)) ? namelessFault(headers) : undefined)
  return { headers, fields: adjusted, fault }
}

const namelessFault = (headers: readonly string[]): string =>
  `No column contains a name (${NAMES.join(', ')}). The columns are: ${headers.join(', ')}. Map one of them to a field.`

/** Numbers the headers that a column before them has too, so that each column can be mapped. */
const distinctHeaders = (texts: readonly string[]): string[] => {
  const used = new Set(texts)
  const seen = new Set<string>()
  return texts.map((text) => {
    if (text === '' || !seen.has(text)) {
      seen.add(text)
      return text
    }
    let number = 2
    while (used.has(`${text} (${number})`)) number++
    const header = `${text} (${number})`
    used.add(header)
    return header
  })
}

/** Fields that identify a contact. */
const NAMES: readonly Field[] = ['FirstName', 'LastName', 'FullName', 'CommonName', 'OrganizationName']

// Headers whose meaning depends on the other columns: without a type or level, a file has no memberships.
const adjust = (
  fields: readonly (ColumnField | undefined)[],
  customAt: (at: number) => CustomColumn | undefined,
): (ColumnField | undefined)[] => {
  const has = (field: Field) => fields.includes(field)
  const hasMemberships = has('MembershipType') || has('MembershipLevel')
  return fields.map((field, at) => {
    if (field === 'FullName' && has('FirstName')) return has('LastName') ? undefined : 'LastName'
    if (hasMemberships || !isOfMembership(field)) return field
    return field === 'MembershipStatus' && !has('Status') ? 'Status' : customAt(at)
  })
}

const isOfMembership = (field: ColumnField | undefined): boolean =>
  FIELD_NAMES.some((name) => name === field && FIELDS[name].section === 'Membership')

// Several columns of a preset can be one field, such as the lines of an address; other columns cannot.
const doubledFault = ({ headers, fields }: Columns, isOfPreset: (at: number) => boolean): string | undefined => {
  // The form of address and the academic title, `Anrede` and `Titel`, are one prefix.
  const others = fields.map((field, at) => (isOfPreset(at) || field === 'Prefix' ? undefined : field))
  const doubled = others.find((field, at) => field !== undefined && others.indexOf(field) !== at)
  if (doubled === undefined) return undefined
  const both = headers.filter((_, at) => others[at] === doubled).map((header) => `"${header}"`)
  return `Columns ${both.join(' and ')} both map to ${doubled}. Map them to different fields, or ignore one of them.`
}

/** Finds a custom field by storage name, with or without `CustomFields.`, or by label. */
const customNamed = (header: string, custom: readonly CustomHeader[]): CustomColumn | undefined => {
  const wanted = plainKey(header)
  if (wanted === '') return undefined
  const found =
    custom.find(({ name }) => [plainKey(name), plainKey(`CustomFields.${name}`)].includes(wanted)) ??
    custom.find(({ displayName }) => plainKey(displayName) === wanted)
  return found && `CustomFields.${found.name}`
}

/**
 * Returns the choice for each header that has one: a header is that of a choice, or else is equal to it without case
 * and accents.
 */
const parseMapping = (
  headers: readonly string[],
  mapping: readonly ColumnChoice[],
  custom: readonly CustomHeader[],
): Map<string, { field: ColumnField | undefined }> => {
  const faults: FieldFault[] = []
  const chosen = new Map<string, { field: ColumnField | undefined }>()
  for (const [at, { Header, Field }] of mapping.entries()) {
    const pointer = `/Options/Mapping/${at}`
    const field = Field === null ? undefined : fieldNamed(Field, custom)
    const named = headersNamed(headers, Header)
    if (named.length === 0) faults.push(unknownHeader(`${pointer}/Header`, headers))
    if (Field !== null && field === undefined) {
      faults.push({
        pointer: `${pointer}/Field`,
        message: `must be a field: ${FIELD_NAMES.join(', ')}, or a custom field`,
      })
    }
    for (const header of named) chosen.set(header, { field })
  }
  rejectFaults(faults)
  return chosen
}

/**
 * Returns the columns that a request names: the one with the header, or else those whose header is equal without case
 * and accents.
 */
const headersNamed = (headers: readonly string[], wanted: string): string[] =>
  headers.includes(wanted) ? [wanted] : headers.filter((header) => plainKey(header) === plainKey(wanted))

const unknownHeader = (pointer: string, headers: readonly string[]): FieldFault => ({
  pointer,
  message: `must be a column of the file: ${headers.join(', ')}`,
})

const rejectFaults = (faults: readonly FieldFault[]): void => {
  const [first] = faults
  if (first) throw faults.length === 1 ? badInput(first.pointer, first.message) : badInputs([...faults])
}

/**
 * Returns the orders of dates that a request states for single columns, by the fields of these columns.
 *
 * @param dates The fields of dates.
 * @throws 400 for a column that is unknown or has no dates, or with two orders for one column.
 */
export const parseDateOrders = (
  { headers, fields }: Columns,
  choices: readonly OrderChoice[],
  dates: ReadonlySet<ColumnField>,
): Map<ColumnField, DateOrder> => {
  const faults: FieldFault[] = []
  const orders = new Map<ColumnField, DateOrder>()
  for (const [at, { Header, DateOrder }] of choices.entries()) {
    const pointer = `/Options/DateOrders/${at}/Header`
    const named = headersNamed(headers, Header)
    const dated = named.flatMap((header) => {
      const field = fields.at(headers.indexOf(header))
      return field !== undefined && dates.has(field) ? [field] : []
    })
    if (named.length === 0) faults.push(unknownHeader(pointer, headers))
    else if (dated.length === 0) faults.push({ pointer, message: 'must be a column of dates, which its field decides' })
    else if (dated.some((field) => (orders.get(field) ?? DateOrder) !== DateOrder))
      faults.push({ pointer, message: 'must be named once: another entry states another order for the column' })
    for (const field of dated) orders.set(field, DateOrder)
  }
  rejectFaults(faults)
  return orders
}

const fieldNamed = (name: string, custom: readonly CustomHeader[]): ColumnField | undefined =>
  FIELD_NAMES.find((field) => plainKey(field) === plainKey(name)) ?? customNamed(name, custom)
