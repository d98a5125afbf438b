import { findOrganizationId } from '#areas/people/contacts/tenant-organization.queries'
import { conflict, ruleRefused } from '#kernel/errors/problem'
import { ownValue } from '#kernel/lookups/own-value'
import { lockRecord } from '#kernel/records/lock'
import { changeOf, recordChange } from '#kernel/records/record-change'
import { NEXT_VERSION, nextVersionOf } from '#kernel/records/record-kind'
import { requireUnused } from '#kernel/records/uses'
import type { ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { Contact, Prisma } from '#prisma/client'
import { changedPart } from '#services/tenant-log/changed-part'
import { deletionChecks, isNumberReplaced, linkNumbers, lockNumbers } from './contact-followers.service.ts'
import { anyContactKind, contactKind, readBalance } from './contacts.queries.ts'
import { DESCRIPTION } from './records/columns.model.ts'
import { refreshContactRows } from './records/contact-rows.service.ts'
import { findNeighbors } from './records/records.queries.ts'

/**
 * Deletes a contact. The record stays, so that the change feed can report it and it can be restored.
 *
 * @throws 404, 409 stale-audit-id or in-use, 412, 422 open-balance or tenant-organization.
 */
export const deleteContact = (scope: Scope, contactId: number, expected: ExpectedVersion): Promise<void> =>
  scope.db.transaction(async (tx) => {
    const contact = await lockRecord(scope, tx, contactKind, contactId, expected, 'no key update')
    if (contactId === (await findOrganizationId(scope, tx))) {
      throw ruleRefused('tenant-organization', "The contact is the tenant's own organization. It cannot be deleted.")
    }
    await requireUnused(scope, tx, contactKind, contact)
    const balance = await readBalance(scope, tx, contactId)
    if (Number(balance) !== 0) throw ruleRefused('open-balance', balanceText(balance, scope.tenant.currencyCode))
    for (const check of deletionChecks.entries()) await check(scope, tx, contactId)
    await update(tx, contact, { deletedAt: scope.clock.now() })
    await refreshContactRows(scope, tx, [contactId], await findNeighbors(scope, tx, [contactId]))
    await recordChange(
      scope,
      tx,
      changeOf(contactKind, nextVersionOf(contact), 'deleted', {
        changes: lastValuesOf(contact),
        payload: payloadOf(contact),
      }),
    )
  })

const balanceText = (balance: string, currency: string) =>
  `The contact's balance is ${balance} ${currency}. Settle it first.`

/**
 * Restores a deleted contact with all its records. Its number at the national body is removed if another contact has it now.
 *
 * @throws 404, 409 not-deleted, merged or stale-audit-id, 412.
 */
export const restoreContact = (scope: Scope, contactId: number, expected: ExpectedVersion): Promise<Contact> =>
  scope.db.transaction(async (tx) => {
    await lockNumbers(scope, tx, contactId)
    const contact = await lockRecord(scope, tx, anyContactKind, contactId, expected, 'no key update')
    if (contact.deletedAt === null) throw conflict('not-deleted', 'The contact is not deleted.')
    if (contact.mergedIntoId !== null) {
      throw conflict(
        'merged',
        'The contact was merged into another, which has all its records. It cannot be restored.',
        {
          mergedIntoId: contact.mergedIntoId,
        },
      )
    }
    const withoutNumber = await isNumberReplaced(scope, tx, contact)
    await update(tx, contact, {
      deletedAt: null,
      ...(withoutNumber && { nationalId: null, nationalStatusId: null }),
    })
    await refreshContactRows(scope, tx, [contactId], await findNeighbors(scope, tx, [contactId]))
    await recordChange(
      scope,
      tx,
      changeOf(contactKind, nextVersionOf(contact), 'restored', { payload: payloadOf(contact) }),
    )
    if (!withoutNumber) await linkNumbers(scope, tx, contact)
    return reread(tx, contact)
  })

/**
 * Sets a contact's status by hand; null lets the memberships determine it again. While a membership is active, only
 * Courtesy replaces Active; another status applies after it.
 *
 * @throws 404, 409 stale-audit-id, 412.
 */
export const setContactStatus = (
  scope: Scope,
  contactId: number,
  statusId: number | null,
  expected: ExpectedVersion,
): Promise<Contact> =>
  scope.db.transaction(async (tx) => {
    const contact = await lockRecord(scope, tx, contactKind, contactId, expected, 'no key update')
    await update(tx, contact, { manualStatusId: statusId })
    await refreshContactRows(scope, tx, [contactId])
    const changes = { ManualStatusTypeId: { old: contact.manualStatusId, new: statusId } }
    const payload = { ...payloadOf(contact), fields: Object.keys(changes) }
    await recordChange(scope, tx, changeOf(contactKind, nextVersionOf(contact), 'updated', { changes, payload }))
    return reread(tx, contact)
  })

/** Returns the fields of a deleted contact, for its history. */
const lastValuesOf = (contact: Contact): Prisma.InputJsonObject => {
  const values = Object.entries(DESCRIPTION).map(([column, { field }]) => {
    const value = ownValue(
      contact,
      column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
    )
    return value ? changedPart(field, value, null) : {}
  })
  return Object.assign({}, ...values)
}

const keyOf = ({ tenantId, id }: Contact) => ({ tenantId, id })

// Without reading the row back: its derived columns are refreshed afterwards.
const update = async (
  tx: Transaction,
  contact: Contact,
  data: Prisma.ContactUpdateManyMutationInput,
): Promise<void> => {
  await tx.contact.updateMany({ where: keyOf(contact), data: { ...data, ...NEXT_VERSION } })
}

const reread = (tx: Transaction, contact: Contact): Promise<Contact> =>
  tx.contact.findFirstOrThrow({ where: keyOf(contact) })

const payloadOf = ({ id, systemTypeId }: Contact) => ({ contactId: id, systemContactTypeId: systemTypeId })
