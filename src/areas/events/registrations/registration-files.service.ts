import { findQuestions, type Question, questionsFor } from '#areas/events/events/questions/questions.queries'
import { attachment } from '#kernel/http/file-name'
import { type CsvDownload, cellsOf, writeListCsv } from '#kernel/listing/list-csv'
import type { ListInput } from '#kernel/listing/request'
import type { Scope } from '#kernel/tenancy/scope'
import { dayIn } from '#kernel/time/day'
import { listParts } from '../events/parts/parts.queries.ts'
import { withRegistrationFields } from './registration-values.service.ts'
import { eventRegistrationList, fieldColumn, withFieldColumns } from './registrations.listing.ts'
import { requireEvent } from './registrations.queries.ts'

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
  const cells = [...COLUMNS, ...fields.map(({ id }) => fieldColumn(id))]
  const names = [...COLUMNS, ...fields.map(({ name }) => `CustomFields.${name}`)]
  return {
    text: await writeListCsv<object>(scope, withFieldColumns(list, fields), input, names, (row) => [
      cellsOf(row, cells),
    ]),
    disposition: attachment(`Registrations ${dayIn(scope.tenant.timeZone, scope.clock.now())}`, 'csv'),
  }
}

type AskedField = Question['field']

/** The fields that an event asks attendees for, in the order of the form. */
const listAskedFields = ({ db }: Scope, eventId: number): Promise<AskedField[]> =>
  db.transaction(async (tx) => {
    const { tenantId } = db
    const questions = await findQuestions(tx, { tenantId, parts: await listParts(tx, tenantId, eventId) })
    return questionsFor(questions, 'Attendee').map(({ field }) => field)
  })
