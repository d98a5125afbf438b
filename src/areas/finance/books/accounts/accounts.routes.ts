import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/finance/accounts'
import { presentChoices } from '#kernel/http/lookup-choices'
import { serve } from '#kernel/http/serve'
import { expectedIfMatch, expectedVersion } from '#kernel/http/versions'
import { parseNamedListQuery } from '#kernel/listing/input'
import { sendList } from '#kernel/listing/list-response'
import { sendVersionedRow } from '#kernel/listing/list-rows'
import { accountList } from './accounts.listing.ts'
import { listAccountChoices, readAccount } from './accounts.queries.ts'
import { deleteAccount, saveAccount } from './accounts.service.ts'

/** The chart of accounts. */
export const accounts: FastifyPluginAsync = async (app) => {
  serve(app, operations.listAccounts, (request, reply) =>
    sendList(request, reply, accountList(request.scope), parseNamedListQuery(request.query)),
  )

  serve(app, operations.lookupAccounts, async ({ scope }) => presentChoices(await listAccountChoices(scope)))

  serve(app, operations.getAccount, async ({ scope, params }, reply) =>
    sendVersionedRow(reply, await readAccount(scope, params.accountId)),
  )

  serve(app, operations.saveAccount, async (request, reply) => {
    const { scope, params, body } = request
    return sendVersionedRow(
      reply,
      await saveAccount(scope, params.accountId, body, expectedVersion(request, body.AuditId)),
    )
  })

  serve(app, operations.deleteAccount, async (request) => {
    await deleteAccount(request.scope, request.params.accountId, expectedIfMatch(request))
    return {}
  })
}
