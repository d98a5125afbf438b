import type { ImportRow, RefusedRow } from '#areas/people/contacts/imports/imports.service'
import { parseOrganization } from '#areas/people/contacts/organizations/organizations.input'
import { parsePerson } from '#areas/people/contacts/persons/persons.input'
import type { CountryFacts } from '#areas/people/contacts/records/records.model'
import type { FieldSet } from '#areas/people/custom-fields/values/fields.queries'
import { NO_VALUES, planValues, refuseMissing } from '#areas/people/custom-fields/values/values.service'
import { Person, type PersonInput } from '#contract/people/contacts'
import { OrganizationSave, type OrganizationSaveInput } from '#contract/people/contacts-saving'
import type { InputFaults } from '#kernel/errors/input-faults'
import { type FieldFault, Problem } from '#kernel/errors/problem'
import { bodyCheck, type CheckedBody } from '#kernel/http/body-check'
import { fold, foldedWords } from '#kernel/text/fold'
import { bodyOf, type RowBody } from './body.ts'
import type { Columns } from './columns.ts'
import { RowValues } from './row-values.ts'
import { type CountryReader, countryReader, readList, readStatus, readType } from './values.ts'

/** What rows are parsed with. */
export interface RowContext {
  columns: Columns
  countries: ReadonlyMap<number, CountryFacts>
  /** ISO 3166-1 alpha-2 code for phone numbers without a country code, in rows without a country. */
  homeCountry: string | undefined
  groups: ReadonlyMap<string, number>
  /** The type of rows without a type; undefined: their names decide. */
  type: 1 | 2 | undefined
  isForced: boolean
  /** The custom fields of individuals (1) and organizations (2). */
  custom: Record<1 | 2, FieldSet>
}

/** Parses rows by the rules of a save over HTTP: the same shapes, the same checks of every value. */
export const rowReader = (context: RowContext): ((line: number, fields: string[]) => ImportRow | RefusedRow) => {
  const checkPerson = bodyCheck<PersonInput>(Person)
  const checkOrganization = bodyCheck<OrganizationSaveInput>(OrganizationSave)
  const readCountry = countryReader(context.countries)
  return (line, fields) => {
    if (fields.length > context.columns.headers.length) {
      const wanted = context.columns.headers.length
      return {
        line,
        reasons: [`has ${fields.length} fields, the header ${wanted}: check the quotes and delimiters`],
      }
    }
    const values = new RowValues(context.columns, fields)
    const row = readValues(values, context, readCountry)
    const { countries, homeCountry, isForced } = context
    const read = (faults: InputFaults) => {
      const context = { countries, homeCountry: row.country?.alpha2 ?? homeCountry, faults }
      if (row.systemTypeId === 1) return parsePerson(checked(checkPerson, row), context)
      return parseOrganization(checked(checkOrganization, row), context)
    }
    let custom = NO_VALUES
    const draft = values.collect(row.origins, (faults) => {
      const found = read(faults)
      custom = planValues(context.custom[row.systemTypeId], found.customFields, faults)
      faults.refuse()
      refuseMissing(custom, found.customFields)
      return found
    })
    if (!draft || values.reasons.length > 0) return { line, reasons: values.reasons }
    const status = row.statusId && { manual_status_id: row.statusId }
    const entered = { ...draft.entered, ...status }
    const { systemTypeId, tags, groupIds } = row
    return { line, systemTypeId, draft: { ...draft, forceSave: isForced, entered }, tags, groupIds, values: custom }
  }
}

interface ReadValues extends RowBody {
  systemTypeId: 1 | 2
  statusId: number | undefined
  tags: string[]
  groupIds: number[]
}

const readValues = (values: RowValues, context: RowContext, readCountry: CountryReader): ReadValues => {
  const systemTypeId = typeOf(values, context.type)
  const tags = values.read('Tags', readList) ?? []
  for (const tag of tags)
    if (foldedWords(tag).length === 0) values.refuse('Tags', `"${tag}" must contain a letter or a digit`)
  const groupIds = (values.read('Groups', readList) ?? []).flatMap((name) => {
    const id = context.groups.get(fold(name))
    if (id === undefined) values.refuse('Groups', `there is no group "${name}"`)
    return id === undefined ? [] : [id]
  })
  const statusId = values.read('Status', readStatus)
  return {
    systemTypeId,
    statusId,
    tags,
    groupIds,
    ...bodyOf(values, systemTypeId, readCountry, context.custom[systemTypeId]),
  }
}

/** The type by the type column, or else by the command, or else by the names. */
const typeOf = (values: RowValues, wanted: 1 | 2 | undefined): 1 | 2 => {
  const sent = values.read('Type', readType) ?? wanted
  const hasOrganization = values.text('OrganizationName') !== undefined
  const hasPerson = values.text('FirstName') !== undefined || values.text('LastName') !== undefined
  const type = sent ?? (hasOrganization && !hasPerson ? 2 : 1)
  if (hasOrganization && type === 1) {
    values.refuse(
      'OrganizationName',
      'must be empty for an individual: add a Type column, or ignore this column with --map (add roles later)',
    )
  }
  if (hasPerson && type === 2) values.refuse('LastName', 'and first name must be empty for an organization')
  return type
}

const checked = <B>(check: (sent: object) => CheckedBody<B>, { body }: RowBody): B => {
  const { value, faults } = check(body)
  if (value === undefined)
    throw new Problem(400, 'invalid-input', 'The row is not valid.', { errors: faults as FieldFault[] })
  return value
}
