import { listParts } from '#areas/events/events/parts/parts.queries'
import { findQuestions, type Question, selectQuestions } from '#areas/events/events/questions/questions.queries'
import { writeValue } from '#areas/people/custom-fields/responses/responses.service'
import { REGISTRATION_OBJECT_TYPES } from '#areas/people/custom-fields/values/fields.queries'
import { addCustomFields } from '#areas/people/custom-fields/values/values.queries'
import { planRecordValues, type ValuePlan } from '#areas/people/custom-fields/values/values.service'
import type { RegistrationAnswerInput } from '#contract/events/public-registration'
import type { EventRegistrationChangeInput } from '#contract/events/registrations'
import { attachment } from '#kernel/http/file-name'
import type { List } from '#kernel/listing/list-response'
import type { ListInput } from '#kernel/listing/request'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { todayOf } from '#kernel/time/day'
import type { EventRegistration } from '#prisma/client'
import { type CsvDownload, cellsOf, columnsOfList, writeListCsv } from '#services/csv/list-csv'
import { eventRegistrationList, fieldColumnOf, withFieldColumns } from './registrations.listing.ts'
import { readRegistration, requireEvent } from './registrations.queries.ts'
import { hasListedValueSql } from './registrations.sql.ts'

/**
 * Plans the values that a save of staff sends for a registration. Questions that its event requires must have a value.
 *
 * @throws 400 or 422 unknown-reference naming each fault, 422 required-field.
 */
export const planRegistrationValues = (
  scope: Scope,
  tx: Transaction,
  { id, eventId, typeId }: EventRegistration,
  items: EventRegistrationChangeInput['CustomFields'],
): Promise<ValuePlan> => {
  const owner = { objectTypes: REGISTRATION_OBJECT_TYPES, objectId: id, registration: { eventId, typeId } }
  return planRecordValues(scope, tx, owner, items ?? undefined)
}

/**
 * Reads what registrations respond to the questions for a type, as a visitor writes it in a form. What others are asked is left
 * out, because a form cannot contain it.
 *
 * @param wanted ids, each with the type: that of the registration, or another one that it gets.
 */
export const readFormResponses = async (
  scope: Scope,
  tx: Transaction,
  eventId: number,
  wanted: readonly { id: number; typeId: number }[],
): Promise<RegistrationAnswerInput[][]> => {
  const { tenantId } = scope.db
  const questions = await findQuestions(tx, { tenantId, parts: await listParts(tx, tenantId, eventId) })
  const all: RegistrationAnswerInput[][] = []
  for (const { id, typeId } of wanted) {
    const asked = selectQuestions(questions, 'Attendee', typeId)
    const values = asked.length === 0 ? [] : await readValues(scope, tx, id)
    const answers = asked.flatMap(({ field }) => {
      const text = values.find(({ CustomFieldId }) => CustomFieldId === field.id)?.Value
      const Value = writeValue(field, text ?? null)
      return Value === null ? [] : [{ FieldId: field.id, Value }]
    })
    all.push(answers)
  }
  return all
}

type Values = NonNullable<EventRegistrationChangeInput['CustomFields']>

/** Reads the values of the custom fields of a registration, as staff save them. */
export const readValues = async (scope: Scope, tx: Transaction, id: number): Promise<Values> => {
  const { text } = await readRegistration(scope, id, tx)
  const { CustomFields } = JSON.parse(text) as Pick<EventRegistrationChangeInput, 'CustomFields'>
  return (CustomFields ?? []).filter(({ Value }) => Value !== null && Value !== '')
}

/** Adds the custom fields of registrations to a list of them if a request uses any. @param eventId of a list for one event. */
export const withRegistrationFields = async (
  { db }: Scope,
  list: List,
  input: ListInput,
  eventId?: number,
): Promise<List> => {
  const within = hasListedValueSql(eventId)
  return { ...list, listing: await addCustomFields(db, list.listing, input, REGISTRATION_OBJECT_TYPES, within) }
}

const COLUMNS = [
  ...['ConfirmationNumber', 'RegistrationId', 'RegisteredDate', 'EventRegistrationTypeName', 'ParticipantStatus'],
  ...['FirstName', 'LastName', 'DisplayName', 'Title', 'OrganizationName', 'EmailAddress', 'ContactId', 'GroupNumber'],
  ...['PayerContactId', 'PayerName', 'InvoiceNumber', 'DiscountCode', 'Amount', 'Balance'],
  ...['CheckInCode', 'CheckedInDate', 'CheckedInBy'],
]

/**
 * Returns the registrations for an event as CSV, one line for each, with a column for each question to attendees.
 *
 * @throws 400, 404, 422 too-many-rows.
 */
export const downloadRegistrations = async (scope: Scope, eventId: number, input: ListInput): Promise<CsvDownload> => {
  await requireEvent(scope, eventId)
  const fields = await listAskedFields(scope, eventId)
  const list = await withRegistrationFields(scope, eventRegistrationList(scope, eventId), input, eventId)
  const cells = [...COLUMNS, ...fields.map(({ id }) => fieldColumnOf(id))]
  const listed = withFieldColumns(list, fields)
  const names = [...columnsOfList(listed, COLUMNS), ...fields.map(({ name }) => ({ header: `CustomFields.${name}` }))]
  return {
    text: await writeListCsv<object>(scope, listed, input, names, (row) => [cellsOf(row, cells)]),
    disposition: attachment(`Registrations ${todayOf(scope)}`, 'csv'),
  }
}

type AskedField = Question['field']

/** Lists the fields that an event asks attendees for, in the order of the form. */
const listAskedFields = ({ db }: Scope, eventId: number): Promise<AskedField[]> =>
  db.transaction(async (tx) => {
    const { tenantId } = db
    const questions = await findQuestions(tx, { tenantId, parts: await listParts(tx, tenantId, eventId) })
    return selectQuestions(questions, 'Attendee').map(({ field }) => field)
  })
