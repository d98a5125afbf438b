import { registrationList } from '#areas/events/registrations/registrations.listing'
import { invoiceList } from '#areas/finance/books/invoices/invoices.listing'
import { paymentList } from '#areas/finance/books/payments/payments.listing'
import { contactListing } from '#areas/people/contacts/contacts.listing'
import { membershipListing } from '#areas/people/memberships/memberships.listing'
import { instantJson } from '#kernel/database/json-sql'
import type { Listing } from '#kernel/listing/listing'
import type { Scope } from '#kernel/tenancy/scope'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

/** A list whose rows integrations send. */
export interface SentList {
  /** Its name in configurations. */
  name: string
  title: string
  /** The scope to read it. */
  scope: string
  listing(scope: Scope): Listing
  /** The documented fields that can be sent; the first one is the id, by which rows are ordered. */
  columns: readonly [id: string, ...string[]]
  /** The column with the day or the time at which a row was added. */
  added: string
  /** The column that names a row. */
  label: string
}

/** The lists by their names. */
export const sentLists: ReadonlyMap<string, SentList> = new Map(
  (
    [
      {
        name: 'contacts',
        title: 'Contacts',
        scope: 'contacts:read',
        listing: () => contactListing,
        columns: [
          ...(['ContactId', 'ContactType', 'Status', 'Type', 'Name', 'FirstName', 'LastName'] as const),
          ...['OrganizationName', 'EmailAddress', 'Phone', 'City', 'StateProvince', 'Country', 'AccountNumber'],
          ...['Balance', 'PrimaryContact', 'CreatedDate', 'ModifiedDate'],
        ],
        added: 'CreatedDate',
        label: 'Name',
      },
      {
        name: 'memberships',
        title: 'Memberships',
        scope: 'memberships:read',
        listing: () => membershipListing,
        columns: [
          ...(['MembershipId', 'ContactId', 'ContactName', 'MembershipType', 'Level', 'Status'] as const),
          ...['JoinedDate', 'StartDate', 'ExpirationDate', 'RenewalDate', 'Amount', 'Balance', 'AutoRenew'],
        ],
        added: 'JoinedDate',
        label: 'ContactName',
      },
      {
        name: 'invoices',
        title: 'Invoices',
        scope: 'books:read',
        listing: (scope) => invoiceList(scope).listing,
        columns: [
          ...(['InvoiceId', 'DisplayNumber', 'ContactId', 'ContactName', 'Status', 'IssuedDate'] as const),
          ...['DueDate', 'Subtotal', 'Discount', 'Tax', 'Shipping', 'Total', 'Balance', 'WrittenOff'],
        ],
        added: 'IssuedDate',
        label: 'DisplayNumber',
      },
      {
        name: 'payments',
        title: 'Payments',
        scope: 'books:read',
        listing: (scope) => paymentList(scope).listing,
        columns: [
          ...(['PaymentId', 'DisplayNumber', 'ContactId', 'ContactName', 'Status', 'ReceivedDate'] as const),
          ...['Amount', 'OpenAmount', 'Reference'],
        ],
        added: 'ReceivedDate',
        label: 'DisplayNumber',
      },
      {
        name: 'registrations',
        title: 'Event registrations',
        scope: 'event-registrations:read',
        listing: (scope) => registrationList(scope).listing,
        columns: [
          ...(['RegistrationId', 'EventId', 'EventName', 'ConfirmationNumber', 'ParticipantStatus'] as const),
          ...['EventRegistrationTypeName', 'DisplayName', 'EmailAddress', 'OrganizationName', 'ContactId'],
          ...['PayerName', 'InvoiceNumber', 'Amount', 'Balance', 'RegisteredDate', 'CheckedInDate'],
        ],
        added: 'RegisteredDate',
        label: 'DisplayName',
      },
    ] satisfies SentList[]
  ).map((list) => [list.name, list]),
)

/**
 * Returns the columns of a row, by the expressions of the listing: they need no other tables, and nothing is derived
 * for columns that are not sent.
 */
export const buildSentColumns = ({ fields }: Listing, names: readonly string[]): Sql => {
  const known = new Map(Object.entries(fields))
  const columns = names.flatMap((name) => {
    const field = known.get(name)
    if (!field) return []
    const value = field.type === 'instant' ? instantJson(field.sql) : field.sql
    return [Prisma.sql`${value} AS ${Prisma.raw(`"${name}"`)}`]
  })
  return Prisma.join(columns)
}
