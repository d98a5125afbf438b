import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/finance/accounts'
import { serveDelete, serveList, serveLookup, serveRow, serveSave } from '#kernel/http/serve-forms'
import { parseNamedListQuery } from '#kernel/listing/input'
import { accountList } from './accounts.listing.ts'
import { listAccountChoices, readAccount } from './accounts.queries.ts'
import { deleteAccount, saveAccount } from './accounts.service.ts'

export const accounts: FastifyPluginAsync = async (app) => {
  serveList(app, operations.listAccounts, accountList, parseNamedListQuery)

  serveLookup(app, operations.lookupAccounts, listAccountChoices)

  serveRow(app, operations.getAccount, (scope, { params }) => readAccount(scope, params.accountId))

  serveSave(app, operations.saveAccount, (scope, { params, body, expected }) =>
    saveAccount(scope, params.accountId, body, expected),
  )

  serveDelete(app, operations.deleteAccount, (scope, { params, expected }) =>
    deleteAccount(scope, params.accountId, expected),
  )
}
