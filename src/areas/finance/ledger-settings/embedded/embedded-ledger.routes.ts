import type { FastifyPluginAsync } from 'fastify'
import type { EmbeddedLedgerAccount } from '#contract/finance/embedded-ledger'
import { operations } from '#contract/finance/embedded-ledger'
import { serve } from '#kernel/http/serve'
import { parseNamedListQuery } from '#kernel/listing/input'
import { sendList } from '#kernel/listing/list-response'
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
  serve(app, operations.listEmbeddedLedgerAccounts, (request, reply) =>
    sendList(request, reply, embeddedAccountList, parseNamedListQuery(request.query)),
  )

  serve(app, operations.addEmbeddedLedgerAccount, async ({ scope, body }) =>
    presentEmbeddedAccount(await addEmbeddedAccount(scope, body)),
  )

  serve(app, operations.listEmbeddedLedgerCustomers, (request, reply) =>
    sendList(request, reply, embeddedCustomerList, parseNamedListQuery(request.query)),
  )

  serve(app, operations.listEmbeddedLedgerDocuments, (request, reply) =>
    sendList(request, reply, embeddedDocumentList, parseNamedListQuery(request.query)),
  )
}
