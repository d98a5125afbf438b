import type { ImportRow, Refusal } from '#areas/people/contacts/importing/import-contacts.service'
import type { CountryFacts } from '#areas/people/contacts/saving/countries'
import { readOrganization } from '#areas/people/contacts/saving/read-organization'
import { readPerson } from '#areas/people/contacts/saving/read-person'
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

/** What rows are read against. */
export interface RowContext {
  columns: Columns
  countries: ReadonlyMap<number, CountryFacts>
  /** ISO 3166-1 alpha-2: where numbers without a country code are, when the row names no country. */
  homeCountry: string | undefined
  groups: ReadonlyMap<string, number>
  /** What a row without a type is; undefined to tell by its names. */
  type: 1 | 2 | undefined
  isForced: boolean
  /** The custom fields of individuals (1) and organizations (2). */
  custom: Record<1 | 2, FieldSet>
}

/** Reads rows by the rules of a save over HTTP: the same shapes, the same checks of every value. */
export const rowReader = (context: RowContext): ((line: number, fields: string[]) => ImportRow | Refusal) => {
  const checkPerson = bodyCheck<PersonInput>(Person)
  const checkOrganization = bodyCheck<OrganizationSaveInput>(OrganizationSave)
  const readCountry = countryReader(context.countries)
  return (line, fields) => {
    if (fields.length > context.columns.headers.length) {
      const wanted = context.columns.headers.length
      return {
        line,
        reasons: [`has ${fields.length} fields, the header ${wanted}: is a quote or a delimiter missing?`],
      }
    }
    const values = new RowValues(context.columns, fields)
    const row = readValues(values, context, readCountry)
    const { countries, homeCountry, isForced } = context
    const read = (faults: InputFaults) => {
      const alpha2 = row.country?.alpha2 ?? homeCountry
      if (row.systemTypeId === 1) return readPerson(checked(checkPerson, row), countries, alpha2, faults)
      return readOrganization(checked(checkOrganization, row), countries, alpha2, faults)
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
    const status = row.statusId && { status_id: row.statusId, status_is_manual: true }
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
    if (foldedWords(tag).length === 0) values.refuse('Tags', `"${tag}" holds no letter and no digit`)
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

/** By its type column, else as the command says, else by whose name it carries. */
const typeOf = (values: RowValues, wanted: 1 | 2 | undefined): 1 | 2 => {
  const told = values.read('Type', readType) ?? wanted
  const hasOrganization = values.text('OrganizationName') !== undefined
  const hasPerson = values.text('FirstName') !== undefined || values.text('LastName') !== undefined
  const type = told ?? (hasOrganization && !hasPerson ? 2 : 1)
  if (hasOrganization && type === 1) {
    values.refuse(
      'OrganizationName',
      'is given for an individual: add a Type column, or pass the column over with --map (roles are entered afterwards)',
    )
  }
  if (hasPerson && type === 2) values.refuse('LastName', 'or first name is given for an organization')
  return type
}

const checked = <B>(check: (sent: object) => CheckedBody<B>, { body }: RowBody): B => {
  const { value, faults } = check(body)
  if (value === undefined)
    throw new Problem(400, 'invalid-input', 'The row is not valid.', { errors: faults as FieldFault[] })
  return value
}
