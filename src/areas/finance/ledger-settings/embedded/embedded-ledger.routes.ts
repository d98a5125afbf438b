import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/finance/embedded-ledger'
import { serve } from '#kernel/http/serve'
import { parseNamedListQuery } from '#kernel/listing/input'
import { sendList } from '#kernel/listing/list-response'
import { addEmbeddedAccount } from './embedded-accounts.service.ts'
import { embeddedAccountList, embeddedCustomerList, embeddedDocumentList } from './embedded-ledger.listing.ts'
import { presentEmbeddedAccount } from './embedded-ledger.presenter.ts'

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
