import type { EmbeddedLedgerAccount } from '#contract/finance/embedded-ledger'
import type { EmbeddedLedgerRecord } from '#prisma/client'

export const presentEmbeddedAccount = ({ id, name, accountType, isActive }: EmbeddedLedgerRecord) =>
  ({
    LedgerAccountId: id,
    Name: name,
    AccountType: accountType as EmbeddedLedgerAccount['AccountType'],
    IsActive: isActive,
  }) satisfies EmbeddedLedgerAccount
