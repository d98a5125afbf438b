import type { InvoiceOwner } from '#areas/finance/books/invoices/dependents.queries'
import { lockContacts } from '#areas/people/contacts/records/records.queries'
import { conflict, notFound } from '#kernel/errors/problem'
import type { Change } from '#kernel/records/change'
import { lockRecord } from '#kernel/records/lock'
import { changeOf, recordChange } from '#kernel/records/record-change'
import { type ChangeAction, NEXT_VERSION } from '#kernel/records/record-kind'
import { unknownReference } from '#kernel/records/references'
import type { ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { Prisma, Sponsor } from '#prisma/client'
import { isInvoicedSponsorSql } from './sponsors.listing.ts'
import { statusOf } from './sponsors.model.ts'
import { findInvoicedSponsor, sponsorKind } from './sponsors.queries.ts'

/**
 * Locks the contact of a sponsor and then the sponsor, as every change of one does, so that two changes cannot block each
 * other. The sponsor of a deleted contact does not exist until the contact is restored.
 *
 * @throws 404, 409 stale-audit-id or merged, 412.
 */
export const lockSponsor = async (
  scope: Scope,
  tx: Transaction,
  id: number,
  expected: ExpectedVersion,
): Promise<Sponsor> => {
  const found = await sponsorKind.find(tx, { tenantId: scope.db.tenantId, id }, scope)
  const [contact] = found ? await lockContacts(tx, scope, [found.contactId]) : []
  if (!found || !contact) throw notFound('sponsor')
  const sponsor = await lockRecord(scope, tx, sponsorKind, id, expected, 'no key update')
  if (sponsor.contactId === found.contactId) return sponsor
  throw conflict('merged', 'The contact was merged into another one during the request. Retry the request.')
}

/** Locks the contact of a new sponsor. @throws 422 unknown-reference. */
export const lockNewContact = async (scope: Scope, tx: Transaction, contactId: number): Promise<void> => {
  const [contact] = await lockContacts(tx, scope, [contactId])
  if (!contact || contact.isDeleted) throw unknownReference('/ContactId', 'contact')
}

/** Changes the columns of a locked sponsor, and raises its version. */
export const updateSponsor = (
  { db: { tenantId } }: Scope,
  tx: Transaction,
  id: number,
  data: Prisma.SponsorUncheckedUpdateInput,
): Promise<Sponsor> =>
  tx.sponsor.update({ where: { tenantId_id: { tenantId, id } }, data: { ...data, ...NEXT_VERSION } })

/** Describes a change of a sponsor, for history and events. @param eventKind if it is not that of the action. */
export const describeSponsorChange = (sponsor: Sponsor, action: ChangeAction, eventKind?: string): Change => {
  const { contactId, typeId, statusId, invoiceId } = sponsor
  const payload = { contactId, sponsorshipTypeId: typeId, status: statusOf(statusId), invoiceId }
  return changeOf(sponsorKind, sponsor, action, { payload, ...(eventKind && { eventKind }) })
}

export const recordSponsor = (
  scope: Scope,
  tx: Transaction,
  sponsor: Sponsor,
  action: ChangeAction,
  eventKind?: string,
): Promise<void> => recordChange(scope, tx, describeSponsorChange(sponsor, action, eventKind))

/** Sponsors need their current invoices. */
export const sponsorInvoiceOwner: InvoiceOwner = {
  rejectsVoid: {
    existsSql: isInvoicedSponsorSql,
    findRejection: async (scope, tx, invoiceId) => {
      const id = await findInvoicedSponsor(scope, tx, invoiceId)
      if (id === undefined) return undefined
      const detail = 'A sponsor needs the invoice. Decline the sponsor instead, or issue a credit.'
      return conflict('sponsor-invoice', detail, { SponsorId: id })
    },
  },
}
