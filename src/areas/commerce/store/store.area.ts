import type { Area } from '#areas/area'
import { soldItems } from '#areas/commerce/benefit-ledger/items/sold-items.service'
import { changes } from '#kernel/outbox/event-kind'
import { presented, written } from '#kernel/records/record-shape'
import { addTo } from '#kernel/registers/register'
import { lockBenefitItem } from './items/benefit-items.service.ts'
import { presentItem } from './items/items.presenter.ts'
import { getItemOfAnyKind } from './items/items.queries.ts'
import { readLot } from './lots/lots.queries.ts'
import { storeItemEvents, storeLotEvents } from './store.events.ts'
import { storeFiles } from './store.files.ts'
import { store } from './store.routes.ts'
import { storeUses } from './store.uses.ts'

export const storeArea: Area = {
  routes: [store],
  events: [...changes('store', 'Store item', storeItemEvents), ...changes('store', 'Lot of stock', storeLotEvents)],
  shapes: {
    storeitem: presented('store:read', async (scope, id) => presentItem(scope, await getItemOfAnyKind(scope, id))),
    storelot: written('store:read', (scope, id) => readLot(scope, id)),
  },
  uses: storeUses,
  files: storeFiles,
  additions: [addTo(soldItems, lockBenefitItem)],
}
