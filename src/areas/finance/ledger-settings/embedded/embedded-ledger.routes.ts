import type { FastifyPluginAsync } from 'fastify'
import type { EmbeddedLedgerAccount } from '#contract/finance/embedded-ledger'
import { operations } from '#contract/finance/embedded-ledger'
import { serve } from '#kernel/http/serve'
import { serveList } from '#kernel/http/serve-forms'
import { parseNamedListQuery } from '#kernel/listing/input'
import type { EmbeddedLedgerRecord } from '#prisma/client'
import { addEmbeddedAccount } from './embedded-accounts.service.ts'
import { embeddedAccountList, embeddedCustomerList, embeddedDocumentList } from './embedded-ledger.listing.ts'

const presentEmbeddedAccount = ({ id, name, accountType, isActive }: EmbeddedLedgerRecord) =>
  ({
    LedgerAccountId: id,
    Name: name,
    AccountType: accountType as EmbeddedLedgerAccount['AccountType'],
    IsActive: isActive,
  }) satisfies EmbeddedLedgerAccount

/** What the embedded ledger contains, so that an office sees what arrives there. */
export const embeddedLedgerRecords: FastifyPluginAsync = async (app) => {
  serveList(app, operations.listEmbeddedLedgerAccounts, embeddedAccountList, parseNamedListQuery)

  serve(app, operations.addEmbeddedLedgerAccount, async ({ scope, body }) =>
    presentEmbeddedAccount(await addEmbeddedAccount(scope, body)),
  )

  serveList(app, operations.listEmbeddedLedgerCustomers, embeddedCustomerList, parseNamedListQuery)

  serveList(app, operations.listEmbeddedLedgerDocuments, embeddedDocumentList, parseNamedListQuery)
}
