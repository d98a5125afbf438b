import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/commerce/store-buying'
import { serve } from '#kernel/http/serve'
import { expectedIfMatch } from '#kernel/http/versions'
import { parseNamedListQuery } from '#kernel/listing/input'
import { sendListCsv } from '#kernel/listing/list-csv'
import { sendList } from '#kernel/listing/list-response'
import { sendVersionedRow } from '#kernel/listing/list-rows'
import { VOUCHER_FILE, voucherList } from './vouchers.listing.ts'
import { readVoucher } from './vouchers.queries.ts'
import { voidVoucher } from './vouchers.service.ts'

/** Vouchers that orders issued. */
export const vouchers: FastifyPluginAsync = async (app) => {
  serve(app, operations.listStoreVouchers, (request, reply) =>
    sendList(request, reply, voucherList(request.scope), parseNamedListQuery(request.query)),
  )

  serve(app, operations.downloadStoreVouchers, (request) =>
    sendListCsv(request, voucherList(request.scope), parseNamedListQuery(request.query), VOUCHER_FILE),
  )

  serve(app, operations.getStoreVoucher, async ({ scope, params }, reply) =>
    sendVersionedRow(reply, await readVoucher(scope, params.storeVoucherId)),
  )

  serve(app, operations.voidStoreVoucher, async (request, reply) =>
    sendVersionedRow(reply, await voidVoucher(request.scope, request.params.storeVoucherId, expectedIfMatch(request))),
  )
}
