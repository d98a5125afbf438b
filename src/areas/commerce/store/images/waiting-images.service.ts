import { attachFile } from '#areas/integration/files/attachments.service'
import type { StoreImageInput } from '#contract/commerce/store'
import { unknownReference } from '#kernel/records/references'
import { requireRoom } from '#kernel/records/room'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { storeItemKind } from '../items/items.queries.ts'

/** Images of an item. */
export const MAX_IMAGES = 20

/**
 * Takes over images that wait for their item, at the end of the gallery of an item that the transaction has locked.
 * Images that the item already has stay.
 *
 * @throws 422 unknown-reference, too-many.
 */
export const addImages = async (
  scope: Scope,
  tx: Transaction,
  itemId: number,
  sent: readonly StoreImageInput[],
): Promise<void> => {
  const { tenantId } = scope.db
  const ids = [...new Set(sent.flatMap(({ ImageId }) => ImageId || []))]
  if (ids.length === 0) return
  const own = await tx.storeItemImage.findMany({ where: { tenantId, itemId }, select: { id: true } })
  const added = ids.filter((id) => !own.some((image) => image.id === id))
  for (const [index, id] of added.entries()) {
    requireRoom(own.length + index, MAX_IMAGES, 'item', 'images')
    const pointer = `/Images/${sent.findIndex(({ ImageId }) => ImageId === id)}/ImageId`
    const image = await tx.storeItemImage.findFirst({ where: { tenantId, id, itemId: null } })
    if (!image) throw unknownReference(pointer, 'image of this item, or one that waits for an item')
    const data = { itemId, position: own.length + index + 1 }
    await tx.storeItemImage.update({ where: { tenantId_id: { tenantId, id } }, data })
    for (const fileId of [image.fileId, image.pictureFileId, image.thumbnailFileId])
      await attachFile(scope, tx, { fileId, pointer }, { kind: storeItemKind.entity, id: itemId, contactId: null })
  }
}
