import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { STORE_ITEM_OBJECT_TYPES } from '#areas/people/custom-fields/values/fields.queries'
import { addCustomFields } from '#areas/people/custom-fields/values/values.queries'
import { operations, type StoreListFilterInput } from '#contract/commerce/store'
import { serve } from '#kernel/http/serve'
import { serveAction, serveDelete, serveLookup } from '#kernel/http/serve-forms'
import { expectedIfMatch, sendVersion } from '#kernel/http/versions'
import { type ListFields, parseListFields, parseListQuery } from '#kernel/listing/input'
import { type List, sendList } from '#kernel/listing/list-response'
import type { ListInput } from '#kernel/listing/request'
import type { Scope } from '#kernel/tenancy/scope'
import { moveItem, saveOrder } from '../order/order.service.ts'
import { ADD_ON_ORDER, DISPLAY_ORDER } from '../order/order.sql.ts'
import { cleanItem, type StoreItemInput } from './items.input.ts'
import { addOnList, filterByKind, storeItemList } from './items.listing.ts'
import { KIND, type KindId } from './items.model.ts'
import {
  presentDigital,
  presentInformational,
  presentItemChoices,
  presentPhysical,
  presentVoucher,
} from './items.presenter.ts'
import {
  getItemToPresent,
  type ItemToPresent,
  listAddOnChoices,
  listItemChoices,
  listSubItemChoices,
} from './items.queries.ts'
import { deleteItem, saveItem } from './items.service.ts'
import { readSettings } from './settings.input.ts'

/** Serves store items of every kind, their order, and those that are offered with a membership. */
export const storeItems: FastifyPluginAsync = async (app) => {
  serve(app, operations.listStoreItems, (request, reply) =>
    sendItems(request, reply, storeItemList(request.scope), parseListQuery(request.query)),
  )

  serve(app, operations.searchStoreItems, (request, reply) =>
    sendItems(request, reply, storeItemList(request.scope), filterOf(request.body)),
  )

  serve(app, operations.listMembershipAddOns, (request, reply) =>
    sendItems(request, reply, addOnList(request.scope), parseListQuery(request.query)),
  )

  serve(app, operations.searchMembershipAddOns, (request, reply) =>
    sendItems(request, reply, addOnList(request.scope), filterOf(request.body)),
  )

  serve(app, operations.lookupStoreItems, async ({ scope }) => presentItemChoices(await listItemChoices(scope)))

  serve(app, operations.lookupMembershipAddOns, async ({ scope }) => presentItemChoices(await listAddOnChoices(scope)))

  serveLookup(app, operations.lookupStoreSubItems, (scope, { params }) => listSubItemChoices(scope, params.storeitemid))

  serveDelete(app, operations.deleteStoreItem, (scope, { params, expected }) =>
    deleteItem(scope, params.storeitemid, expected),
  )

  serveAction(app, operations.saveStoreItemOrder, (scope, { body }) => saveOrder(scope, DISPLAY_ORDER, body))

  serveAction(app, operations.saveMembershipAddOnOrder, (scope, { body }) => saveOrder(scope, ADD_ON_ORDER, body))

  serveAction(app, operations.moveStoreItem, (scope, { params, body }) => moveItem(scope, params.storeitemid, body))

  await app.register(itemsOfKinds)
}

/** Not `subitems`, which belongs to the item with the number of the kind. No id begins with this letter. */
const ITEM_ID = { patterns: { storeitemid: '^[^sS].*$' } }

/** Each kind has its own shape. */
const itemsOfKinds: FastifyPluginAsync = async (app) => {
  serve(
    app,
    operations.getPhysicalStoreItem,
    async ({ scope, params }, reply) =>
      presentPhysical(scope, await read(scope, reply, params.storeitemid, KIND.physical)),
    ITEM_ID,
  )

  serve(
    app,
    operations.getDigitalStoreItem,
    async ({ scope, params }, reply) =>
      presentDigital(scope, await read(scope, reply, params.storeitemid, KIND.digital)),
    ITEM_ID,
  )

  serve(
    app,
    operations.getVoucherStoreItem,
    async ({ scope, params }, reply) =>
      presentVoucher(scope, await read(scope, reply, params.storeitemid, KIND.voucher)),
    ITEM_ID,
  )

  serve(
    app,
    operations.getInformationalStoreItem,
    async ({ scope, params }, reply) =>
      presentInformational(scope, await read(scope, reply, params.storeitemid, KIND.informational)),
    ITEM_ID,
  )

  serve(app, operations.savePhysicalStoreItem, (request, reply) => save(request, reply, request.body, KIND.physical))

  serve(app, operations.saveDigitalStoreItem, (request, reply) => save(request, reply, request.body, KIND.digital))

  serve(app, operations.saveVoucherStoreItem, (request, reply) => save(request, reply, request.body, KIND.voucher))

  serve(app, operations.saveInformationalStoreItem, (request, reply) =>
    save(request, reply, request.body, KIND.informational),
  )
}

/** Sends a page of items; a request can filter and order by their custom fields. */
const sendItems = async (request: FastifyRequest, reply: FastifyReply, list: List, input: ListInput) => {
  const listing = await addCustomFields(request.scope.db, list.listing, input, STORE_ITEM_OBJECT_TYPES)
  return sendList(request, reply, { ...list, listing }, input)
}

const filterOf = (body: StoreListFilterInput & ListFields): ListInput => ({
  ...parseListFields(body),
  conditions: filterByKind(body.StoreItemType),
})

/** A blank item has no version. */
const read = async (scope: Scope, reply: FastifyReply, id: number, kindId: KindId): Promise<ItemToPresent> => {
  const found = await getItemToPresent(scope, id, kindId)
  if (id !== 0) sendVersion(reply, found.item.auditId)
  return found
}

type SentItem = Omit<StoreItemInput, 'ItemType'>

const save = async (request: FastifyRequest, reply: FastifyReply, body: SentItem, kindId: KindId) => {
  const { scope } = request
  const clean = await cleanItem(scope, body, readSettings(request, body))
  const { id, auditId } = await saveItem(scope, kindId, clean, expectedIfMatch(request))
  sendVersion(reply, auditId)
  reply.header('location', `/api/store/storeitems/${kindId}/${id}`)
  return {}
}
