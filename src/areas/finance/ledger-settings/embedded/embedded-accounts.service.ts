import type { EmbeddedLedgerAccountInput } from '#contract/finance/embedded-ledger'
import { badInput, conflict, ruleRefused } from '#kernel/errors/problem'
import { parseName } from '#kernel/records/names'
import { changeOf, recordChange } from '#kernel/records/record-change'
import { requireUniqueName } from '#kernel/records/unique-name'
import type { Scope } from '#kernel/tenancy/scope'
import type { EmbeddedLedgerRecord } from '#prisma/client'
import { CONNECTORS } from '../ledger.port.ts'
import { requireInstallation } from '../ledger-settings.model.ts'
import { lockInstallation } from '../ledger-settings.queries.ts'

const MAX_ACCOUNTS = 1000

/** The accounts of the embedded ledger, which only their own list shows. */
const ACCOUNT = { entity: 'embeddedledgeraccount', noun: 'account of the ledger' }

/** The types of accounts that lines are posted to, by items. */
const TYPES_WITH_ITEM: readonly unknown[] = ['Income', 'Expense']

/**
 * Adds an account to the embedded ledger, and an item if lines can be posted to it.
 *
 * @throws 400; 409 duplicate, ledger-not-installed; 422 name-needed, too-many.
 */
export const addEmbeddedAccount = (
  scope: Scope,
  { Name, AccountType: accountType }: EmbeddedLedgerAccountInput,
): Promise<EmbeddedLedgerRecord> => {
  const name = parseName(Name)
  if (accountType === null) throw badInput('/AccountType', 'is required')
  return scope.db.transaction(async (tx) => {
    const { connectorId } = requireInstallation(await lockInstallation(scope, tx))
    if (connectorId !== CONNECTORS.embedded)
      throw conflict(
        'ledger-not-installed',
        'The ledger is not the embedded one. Add the account in the ledger itself.',
      )
    const account = { tenantId: scope.db.tenantId, kind: 'account' }
    if ((await tx.embeddedLedgerRecord.count({ where: account })) >= MAX_ACCOUNTS)
      throw ruleRefused('too-many', `The embedded ledger has ${MAX_ACCOUNTS} accounts, which is its maximum.`)
    requireUniqueName(ACCOUNT, name, await tx.embeddedLedgerRecord.findFirst({ where: { ...account, name } }))
    const added = await tx.embeddedLedgerRecord.create({ data: { ...account, name, accountType } })
    if (TYPES_WITH_ITEM.includes(accountType)) {
      const item = { ...account, kind: 'item', name, accountId: added.id }
      await tx.embeddedLedgerRecord.createMany({ data: [item], skipDuplicates: true })
    }
    const changes = { name, accountType }
    await recordChange(scope, tx, changeOf(ACCOUNT, { id: added.id, auditId: 1 }, 'created', { changes }))
    return added
  })
}
