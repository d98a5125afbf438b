import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/finance/write-offs'
import { serveList, serveRow, serveSave } from '#kernel/http/serve-forms'
import { parseListQuery } from '#kernel/listing/input'
import { writeOffList } from './write-offs.listing.ts'
import { readWriteOff } from './write-offs.queries.ts'
import { saveWriteOff, voidWriteOff } from './write-offs.service.ts'

/** Write-offs of open amounts of invoices. */
export const writeOffs: FastifyPluginAsync = async (app) => {
  serveList(app, operations.listWriteOffs, writeOffList, parseListQuery)

  serveRow(app, operations.getWriteOff, (scope, { params }) => readWriteOff(scope.db, scope, params.writeOffId))

  serveSave(app, operations.saveWriteOff, (scope, { params, body, expected }) =>
    saveWriteOff(scope, params.writeOffId, body, expected),
  )

  serveSave(app, operations.voidWriteOff, (scope, { params, body, expected }) =>
    voidWriteOff(scope, params.writeOffId, body ?? {}, expected),
  )
}
