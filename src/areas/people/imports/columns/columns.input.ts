import { badInput, badInputs, type FieldFault } from '#kernel/errors/problem'
import { badFile } from '../tables/source.model.ts'
import { type ColumnField, type CustomColumn, FIELD_NAMES, FIELDS, type Field, fieldOfHeader } from './fields.model.ts'
import { plainKey } from './plain-key.model.ts'
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

/** The columns of a file that are read. */
export interface Columns {
  headers: string[]
  /** The field of each column; undefined if the column is ignored. */
  fields: (ColumnField | undefined)[]
}

/** Columns that the report of refused rows adds. */
const REPORT_COLUMNS = new Set(['line', 'reason'])

/**
 * Determines the field of each column: by the mapping of the request, the preset, the general headers, or a custom field.
 *
 * @param isNameNeeded whether rows create contacts, and nothing else names them.
 * @throws 400 for an invalid mapping; 422 `import-file` for two columns of one field, or a file without a name.
 */
export const readColumns = (
  headers: string[],
  preset: PresetName,
  mapping: readonly ColumnChoice[],
  custom: readonly CustomHeader[],
  isNameNeeded = true,
): Columns => {
  const chosen = parseMapping(headers, mapping, custom)
  const ofPreset = new Map(Object.entries(PRESETS[preset].headers).map(([header, field]) => [plainKey(header), field]))
  const isReport = headers[0] === 'line' && headers[1] === 'reason'
  const fields = headers.map((header, at): ColumnField | undefined => {
    const key = plainKey(header)
    if (chosen.has(key)) return chosen.get(key)
    if (isReport && at < REPORT_COLUMNS.size) return undefined
    const field = ofPreset.get(key)
    if (field !== undefined) return field ?? undefined
    return fieldOfHeader(header) ?? customNamed(header, custom)
  })
  const adjusted = adjust(fields, (at) => customNamed(headers[at] ?? '', custom))
  refuseDoubled(headers, adjusted, ofPreset)
  if (isNameNeeded && !NAMES.some((field) => adjusted.includes(field))) {
    throw badFile(
      `No column contains a name (${NAMES.join(', ')}). The columns are: ${headers.join(', ')}. Map one of them to a field.`,
    )
  }
  return { headers, fields: adjusted }
}

/** Fields that identify a contact. */
const NAMES: readonly Field[] = ['FirstName', 'LastName', 'FullName', 'CommonName', 'OrganizationName']

/** Headers whose meaning depends on the other columns: without a type or level, a file has no memberships. */
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

/** Several columns of a preset can be one field, such as the lines of an address; other columns cannot. */
const refuseDoubled = (
  headers: readonly string[],
  fields: readonly (ColumnField | undefined)[],
  ofPreset: ReadonlyMap<string, Field | null>,
): void => {
  const isOfPreset = (at: number) => ofPreset.get(plainKey(headers[at] ?? '')) === fields[at]
  const others = fields.map((field, at) => (isOfPreset(at) ? undefined : field))
  const doubled = others.find((field, at) => field !== undefined && others.indexOf(field) !== at)
  if (doubled === undefined) return
  const both = headers.filter((_, at) => others[at] === doubled).map((header) => `"${header}"`)
  throw badFile(
    `Columns ${both.join(' and ')} both map to ${doubled}. Map them to different fields, or ignore one of them.`,
  )
}

/** By storage name, with or without `CustomFields.`, or by label. */
const customNamed = (header: string, custom: readonly CustomHeader[]): CustomColumn | undefined => {
  const wanted = plainKey(header)
  if (wanted === '') return undefined
  const found =
    custom.find(({ name }) => [plainKey(name), plainKey(`CustomFields.${name}`)].includes(wanted)) ??
    custom.find(({ displayName }) => plainKey(displayName) === wanted)
  return found && `CustomFields.${found.name}`
}

const parseMapping = (
  headers: readonly string[],
  mapping: readonly ColumnChoice[],
  custom: readonly CustomHeader[],
): Map<string, ColumnField | undefined> => {
  const known = new Set(headers.map(plainKey))
  const faults: FieldFault[] = []
  const chosen = new Map<string, ColumnField | undefined>()
  for (const [at, { Header, Field }] of mapping.entries()) {
    const pointer = `/Options/Mapping/${at}`
    const field = Field === null ? undefined : fieldNamed(Field, custom)
    if (!known.has(plainKey(Header))) {
      faults.push({ pointer: `${pointer}/Header`, message: `must be a column of the file: ${headers.join(', ')}` })
    }
    if (Field !== null && field === undefined) {
      faults.push({
        pointer: `${pointer}/Field`,
        message: `must be a field: ${FIELD_NAMES.join(', ')}, or a custom field`,
      })
    }
    chosen.set(plainKey(Header), field)
  }
  const [first] = faults
  if (first) throw faults.length === 1 ? badInput(first.pointer, first.message) : badInputs(faults)
  return chosen
}

const fieldNamed = (name: string, custom: readonly CustomHeader[]): ColumnField | undefined =>
  FIELD_NAMES.find((field) => plainKey(field) === plainKey(name)) ?? customNamed(name, custom)
