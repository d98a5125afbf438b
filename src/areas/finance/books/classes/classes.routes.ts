import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/finance/accounts'
import { serveDelete, serveList, serveLookup, serveRow, serveSave } from '#kernel/http/serve-forms'
import { parseNamedListQuery } from '#kernel/listing/input'
import { transactionClassList } from './classes.listing.ts'
import { listClassChoices, readTransactionClass } from './classes.queries.ts'
import { deleteTransactionClass, saveTransactionClass } from './classes.service.ts'

export const transactionClasses: FastifyPluginAsync = async (app) => {
  serveList(app, operations.listTransactionClasses, transactionClassList, parseNamedListQuery)

  serveLookup(app, operations.lookupTransactionClasses, listClassChoices)

  serveRow(app, operations.getTransactionClass, (scope, { params }) => readTransactionClass(scope, params.classId))

  serveSave(app, operations.saveTransactionClass, (scope, { params, body, expected }) =>
    saveTransactionClass(scope, params.classId, body, expected),
  )

  serveDelete(app, operations.deleteTransactionClass, (scope, { params, expected }) =>
    deleteTransactionClass(scope, params.classId, expected),
  )
}
