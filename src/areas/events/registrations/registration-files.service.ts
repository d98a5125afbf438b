import { type CsvDownload, downloadList } from '#kernel/listing/list-csv'
import type { ListInput } from '#kernel/listing/request'
import type { Scope } from '#kernel/tenancy/scope'
import { dayIn } from '#kernel/time/day'
import { eventRegistrationList } from './registrations.listing.ts'
import { requireEvent } from './registrations.queries.ts'

const COLUMNS = [
  ...['ConfirmationNumber', 'RegistrationId', 'RegisteredDate', 'EventRegistrationTypeName', 'ParticipantStatus'],
  ...['FirstName', 'LastName', 'DisplayName', 'Title', 'OrganizationName', 'EmailAddress', 'ContactId', 'GroupNumber'],
  ...['PayerContactId', 'PayerName', 'InvoiceNumber', 'DiscountCode', 'Amount', 'Balance'],
]

/** Returns the registrations for an event as CSV, one line for each. @throws 400, 404, 422 too-many-rows. */
export const downloadRegistrations = async (scope: Scope, eventId: number, input: ListInput): Promise<CsvDownload> => {
  await requireEvent(scope, eventId)
  const file = { name: `Registrations ${dayIn(scope.tenant.timeZone, scope.clock.now())}`, columns: COLUMNS }
  return downloadList(scope, eventRegistrationList(scope, eventId), input, file)
}
