import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/commerce/store-buying'
import { serve } from '#kernel/http/serve'
import { serveList, serveRow, serveSave } from '#kernel/http/serve-forms'
import { parseNamedListQuery } from '#kernel/listing/input'
import { sendListCsv } from '#services/csv/list-csv'
import { VOUCHER_FILE, voucherList } from './vouchers.listing.ts'
import { readVoucher } from './vouchers.queries.ts'
import { voidVoucher } from './vouchers.service.ts'

/** Serves vouchers that orders issued. */
export const vouchers: FastifyPluginAsync = async (app) => {
  serveList(app, operations.listStoreVouchers, voucherList, parseNamedListQuery)

  serve(app, operations.downloadStoreVouchers, (request) =>
    sendListCsv(request, voucherList(request.scope), parseNamedListQuery(request.query), VOUCHER_FILE),
  )

  serveRow(app, operations.getStoreVoucher, (scope, { params }) => readVoucher(scope, params.storeVoucherId))

  serveSave(app, operations.voidStoreVoucher, (scope, { params, expected }) =>
    voidVoucher(scope, params.storeVoucherId, expected),
  )
}
