import { contactKind } from '#areas/people/contacts/contacts.queries'
import { badInput, conflict } from '#kernel/errors/problem'
import type { Change } from '#kernel/records/change'
import { lockRecord, lockSubject } from '#kernel/records/lock'
import { changeOf, recordChange, recordChanges } from '#kernel/records/record-change'
import { NEXT_VERSION } from '#kernel/records/record-kind'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { oneLine } from '#kernel/text/one-line'
import type { LedgerCustomer } from '#prisma/client'
import { changedPart } from '#services/tenant-log/changed-part'
import { ledgerCustomerKind } from './customer-ids.queries.ts'

/** Stores the id of a contact in the ledger. @throws 400; 404; 409 duplicate. */
export const saveCustomerId = (scope: Scope, contactId: number, sent: string): Promise<void> => {
  const ledgerId = oneLine(sent)
  if (!ledgerId) throw badInput('path:integrationid', 'must not be blank')
  return scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    await lockSubject(scope, tx, ledgerCustomerKind.table)
    await lockRecord(scope, tx, contactKind, contactId, undefined, 'no key update')
    const where = { tenantId_contactId: { tenantId, contactId } }
    const current = await tx.ledgerCustomer.findFirst({ where: { tenantId, contactId } })
    if (current?.ledgerId === ledgerId) return
    await releaseId(scope, tx, ledgerId)
    const saved = await tx.ledgerCustomer.upsert({
      where,
      create: { tenantId, contactId, ledgerId },
      update: { ledgerId, ...NEXT_VERSION },
    })
    const details = {
      changes: changedPart('LedgerId', current?.ledgerId, ledgerId),
      payload: { contactId, ledgerId },
    }
    await recordChange(scope, tx, changeOf(ledgerCustomerKind, { ...saved, id: contactId }, 'updated', details))
  })
}

/** Removes the id of a contact in the ledger. @throws 404. */
export const removeCustomerId = (scope: Scope, contactId: number): Promise<void> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    await lockSubject(scope, tx, ledgerCustomerKind.table)
    await lockRecord(scope, tx, contactKind, contactId, undefined, 'no key update')
    const current = await tx.ledgerCustomer.findFirst({ where: { tenantId, contactId } })
    if (!current) return
    await tx.ledgerCustomer.delete({ where: { tenantId_contactId: { tenantId, contactId } } })
    await recordChange(scope, tx, removalOf(current))
  })

/** Takes an id from a contact that was deleted. @throws 409 duplicate if another contact has it. */
const releaseId = async (scope: Scope, tx: Transaction, ledgerId: string): Promise<void> => {
  const { tenantId } = scope.db
  const other = await tx.ledgerCustomer.findFirst({ where: { tenantId, ledgerId }, include: { contact: true } })
  if (!other) return
  const { contactId, contact } = other
  if (contact.deletedAt === null)
    throw conflict('duplicate', `The contact ${contactId} already has the id "${ledgerId}" in the ledger.`)
  await tx.ledgerCustomer.delete({ where: { tenantId_contactId: { tenantId, contactId } } })
}

/** Forgets the ids of all contacts: another ledger has other ids. Returns their number. */
export const forgetCustomerIds = async (scope: Scope, tx: Transaction): Promise<number> => {
  const { tenantId } = scope.db
  await lockSubject(scope, tx, ledgerCustomerKind.table)
  const rows = await tx.ledgerCustomer.findMany({ where: { tenantId }, orderBy: { contactId: 'asc' } })
  await tx.ledgerCustomer.deleteMany({ where: { tenantId } })
  await recordChanges(scope, tx, rows.map(removalOf))
  return rows.length
}

const removalOf = ({ contactId, auditId, ledgerId }: LedgerCustomer): Change => {
  const details = { changes: changedPart('LedgerId', ledgerId, null), payload: { contactId, ledgerId: null } }
  return changeOf(ledgerCustomerKind, { id: contactId, auditId: auditId + 1 }, 'updated', details)
}
