import { contactKind } from '#areas/people/contacts/contacts.queries'
import { conflict, notFound } from '#kernel/errors/problem'
import { readRow } from '#kernel/listing/list-rows'
import { lockRows } from '#kernel/records/lock'
import type { Scope } from '#kernel/tenancy/scope'
import { todayOf } from '#kernel/time/day'
import { ADJUSTED_UP } from '../postings/account.model.ts'
import { lockAccounts, saveAccounts } from '../postings/postings.service.ts'
import { requireUsable, reversalOf } from '../usage/usage.service.ts'
import { type OpenUse, reversibleSql } from '../usage/usage.sql.ts'
import { benefitTransactionList } from './transactions.listing.ts'

/**
 * Takes back a usage or an adjustment by a new transaction. Returns that transaction as JSON text.
 *
 * @throws 404; 409 wrong-status; 422 benefit-used-up.
 */
export const reverseTransaction = (scope: Scope, id: number, reason: string | null): Promise<string> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    const find = async () => (await tx.rows<OpenUse & { isReversible: boolean }>(reversibleSql(tenantId, `${id}`)))[0]
    const found = await find()
    if (!found) throw notFound('transaction')
    const [locked] = await lockRows(scope, tx, contactKind, [found.contactId], 'share')
    if (locked === undefined) throw notFound('transaction')
    const today = todayOf(scope)
    const accounts = (await lockAccounts(scope, tx, [found])).expireEnded(today)
    // Read again after the lock: another request can have reversed it.
    if (!(await find())?.isReversible)
      throw conflict('wrong-status', 'The transaction is reversed, or is not a usage or an adjustment.')
    const account = accounts.get(found)
    const details = { ...reversalOf(found), description: reason?.trim() || null }
    if (found.typeId === ADJUSTED_UP) {
      requireUsable(account, found.quantity, false)
      account.reverseAdjustment(
        account.lots.find((lot) => lot.id === found.lotId),
        found.quantity,
        { ...details, effectiveOn: today },
      )
    } else account.giveBack(-found.quantity, details, today)
    await saveAccounts(scope, tx, accounts)
    const reversal = await tx.benefitTransaction.findFirst({ where: { tenantId, reversedId: BigInt(id) } })
    return readRow(tx, scope, benefitTransactionList(scope), Number(reversal?.id ?? 0), 'transaction')
  })
