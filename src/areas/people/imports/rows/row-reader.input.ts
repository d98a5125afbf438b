import type { Party } from '#areas/people/contacts/imports/import-matches.queries'
import {
  type ContactDraft,
  parseEmail,
  parseOrganization,
  parsePerson,
} from '#areas/people/contacts/imports/import-rows.service'
import { planValues, refuseMissing, type ValuePlan } from '#areas/people/custom-fields/values/values.service'
import { Person, type PersonInput } from '#contract/people/contacts'
import { OrganizationSave, type OrganizationSaveInput } from '#contract/people/contacts-saving'
import type { InputFaults } from '#kernel/errors/input-faults'
import { type FieldFault, Problem } from '#kernel/errors/problem'
import { foldedWords } from '#kernel/text/fold'
import { oneLine } from '#kernel/text/one-line'
import { bodyCheck, type CheckedBody } from '#services/calls/body-check'
import { bodyOf, type RowBody } from './body.input.ts'
import { readMembership } from './membership-cells.input.ts'
import { completeNew, findSourceNumber, findStatedType, prepareCells } from './prepared-cells.input.ts'
import type { ParsedRow, RefusedRow, RowContext, RowKeys } from './row-context.model.ts'
import { RowValues } from './row-values.input.ts'
import { readFlag, readList, readMailStatus, readStatus, readType } from './values.model.ts'

export interface RowReader {
  /** Returns a reader of the cells of a row; a refusal if the row does not fit the headers. */
  open(line: number, fields: readonly string[]): RowValues | RefusedRow
  keys(values: RowValues): RowKeys
  /** Parses a row with the rules of a save. @param systemTypeId of the contact that it updates; undefined for a new one. */
  parse(line: number, values: RowValues, systemTypeId?: 1 | 2): ParsedRow | RefusedRow
}

const SUPPRESSIONS = { 1: 'unsubscribed', 2: 'bounced', 3: 'complained' } as const

/** Returns a reader of rows by the rules of every save: the same types, the same checks of every value. */
export const makeRowReader = (context: RowContext): RowReader => {
  const checkPerson = bodyCheck<PersonInput>(Person)
  const checkOrganization = bodyCheck<OrganizationSaveInput>(OrganizationSave)
  const draftOf = (row: RowBody, systemTypeId: 1 | 2, faults: InputFaults): ContactDraft => {
    const { countries, homeCountry } = context
    const parsing = { countries, homeCountry: row.country?.alpha2 ?? homeCountry, faults }
    return systemTypeId === 1
      ? parsePerson(checked(checkPerson, row), parsing)
      : parseOrganization(checked(checkOrganization, row), parsing)
  }
  return {
    open: (line, fields) => {
      const wanted = context.columns.headers.length
      if (fields.length > wanted)
        return { line, reasons: ['has more fields than the header: check the quotes and delimiters'] }
      const values = new RowValues(context.columns, fields)
      return values.reasons.length > 0 ? { line, reasons: values.reasons } : prepareCells(values, context)
    },
    keys: (values) => readKeys(values, context),
    parse: (line, values, known) => {
      const row = readCells(values, context, known)
      let custom: ValuePlan | undefined
      const draft = values.collect(row.body.origins, (faults) => {
        const found = draftOf(row.body, row.systemTypeId, faults)
        if (known !== undefined) return found
        custom = planValues(context.custom[row.systemTypeId], found.customFields, faults)
        faults.refuse()
        refuseMissing(custom, found.customFields)
        return found
      })
      if (!draft || values.reasons.length > 0) return { line, reasons: values.reasons }
      const status = row.statusId && { manual_status_id: row.statusId }
      const { systemTypeId, tags, groups, employer, membership, suppression } = row
      return {
        line,
        systemTypeId,
        tags,
        groups,
        employer,
        membership,
        suppression,
        cleared: values.cleared,
        guesses: values.guesses,
        values: custom,
        country: row.body.country?.alpha2,
        draft: { ...draft, forceSave: context.isForced, entered: { ...draft.entered, ...status } },
      }
    },
  }
}

interface ReadCells extends Omit<ParsedRow, 'line' | 'draft' | 'cleared' | 'values' | 'country' | 'guesses'> {
  body: RowBody
  statusId: number | undefined
}

const readCells = (values: RowValues, context: RowContext, known: 1 | 2 | undefined): ReadCells => {
  const systemTypeId = known ?? typeOf(values, context.type)
  if (known === undefined) completeNew(values, context)
  const employer = systemTypeId === 1 ? values.text('OrganizationName') : undefined
  if (systemTypeId === 1) values.delete('OrganizationName')
  const hasPerson = values.text('FirstName') !== undefined || values.text('LastName') !== undefined
  if (hasPerson && systemTypeId === 2) values.refuse('LastName', 'and first name must be empty for an organization')
  const tags = values.read('Tags', readList) ?? []
  for (const tag of tags)
    if (foldedWords(tag).length === 0) values.refuse('Tags', 'each tag must contain a letter or a digit')
  const mailStatus = mailStatusOf(values, context.mailStatus)
  const body = bodyOf(values, systemTypeId, {
    readers: context.readers,
    custom: context.custom[systemTypeId],
    mailStatus,
    homeCountry: context.homeCountry,
  })
  return {
    systemTypeId,
    employer,
    tags,
    body,
    statusId: values.read('Status', readStatus),
    groups: [...new Set([...(values.read('Groups', readList) ?? []), ...context.groups].map(oneLine))].filter(Boolean),
    membership: readMembership(values, context.readers.readDate),
    suppression: mailStatus ? SUPPRESSIONS[mailStatus as 1 | 2 | 3] : undefined,
  }
}

/**
 * Returns the strongest reason of a row for no mail; 0 if it says that its addresses receive mail; undefined if it says
 * nothing.
 */
const mailStatusOf = (values: RowValues, ofFile: number | undefined): number | undefined => {
  const flags = values.readAll('DoNotEmail', readFlag).map((isSet) => (isSet ? 1 : 0))
  const found = [...values.readAll('EmailStatus', readMailStatus), ...flags]
  const all = ofFile === undefined ? found : [...found, ofFile]
  return all.length === 0 ? undefined : Math.max(...all)
}

/** Returns the type by the type column, or else by the request, or else by the names. */
const typeOf = (values: RowValues, wanted: 1 | 2 | undefined): 1 | 2 => {
  const sent = values.read('Type', readType) ?? wanted
  const hasOrganization = values.text('OrganizationName') !== undefined
  const hasPerson = values.text('FirstName') !== undefined || values.text('LastName') !== undefined
  return sent ?? (hasOrganization && !hasPerson ? 2 : 1)
}

const checked = <B>(check: (sent: object) => CheckedBody<B>, { body }: RowBody): B => {
  const { value, faults } = check(body)
  if (value === undefined)
    throw new Problem(400, 'invalid-input', 'The row is not valid.', { errors: faults as FieldFault[] })
  return value
}

/** Reads by what a row finds its contact, and who it is. */
const readKeys = (values: RowValues, context: RowContext): RowKeys => {
  const emails = (['Email', 'PersonalEmail', 'OtherEmail'] as const).flatMap((field) => {
    const email = parseEmail(values.text(field) ?? '')
    return email ? [email.key] : []
  })
  const id = values.text('ContactId')
  const isId = id !== undefined && /^\d{1,9}$/.test(id)
  const accountNumber = values.text('AccountNumber') ?? findSourceNumber(values, context)
  return { emails, accountNumber, contactId: isId ? Number(id) : undefined, party: partyOf(values, context) }
}

const partyOf = (values: RowValues, { type }: RowContext): Party => ({
  systemTypeId: findStatedType(values, type),
  firstName: values.text('FirstName') ?? null,
  middleName: values.text('MiddleName') ?? null,
  lastName: values.text('LastName') ?? null,
  suffix: values.text('Suffix') ?? null,
  commonName: values.text('CommonName') ?? null,
  organizationName: values.text('OrganizationName') ?? null,
})
