import type { Area } from '#areas/area'
import { soldItems } from '#areas/commerce/benefit-ledger/items/items.service'
import { contactMoves } from '#areas/people/contacts/merges/contact-moves.queries'
import { changes } from '#kernel/outbox/event-kind'
import { presented, written } from '#kernel/records/record-shape'
import { addTo } from '#kernel/registers/register'
import { Prisma } from '#prisma/client'
import type { FileOwner } from '#services/files/file-owner'
import { presentItem } from './items/items.presenter.ts'
import { getItemOfAnyKind, storeItemKind } from './items/items.queries.ts'
import { lockBenefitItem } from './items/references.service.ts'
import { readLot } from './lots/lots.queries.ts'
import { storeItemEvents, storeLotEvents } from './store.events.ts'
import { store } from './store.routes.ts'
import { storeUses } from './store.uses.ts'

/** Store items own their images, the files that are downloaded, and the files in their custom fields. */
const storeFiles: readonly FileOwner[] = [
  {
    kind: storeItemKind.entity,
    remedy: 'The file belongs to a store item. Remove it there.',
    scope: 'store:read',
    rows: (tenantId) => Prisma.sql`SELECT i.id, i.name FROM store_item i WHERE i.tenant_id = ${tenantId}::integer`,
  },
]

export const storeArea: Area = {
  routes: [store],
  events: [...changes('store', 'Store item', storeItemEvents), ...changes('store', 'Lot of stock', storeLotEvents)],
  shapes: {
    storeitem: presented('store:read', async (scope, id) => presentItem(scope, await getItemOfAnyKind(scope, id))),
    storelot: written('store:read', (scope, id) => readLot(scope, id)),
  },
  uses: storeUses,
  files: storeFiles,
  additions: [
    addTo(contactMoves, { kind: 'storeItems', table: 'store_item_supplier', column: 'contact_id', meaning: 'data' }),
    addTo(soldItems, lockBenefitItem),
  ],
}
