import type { Scope } from '#kernel/tenancy/scope'
import type { Models } from '#kernel/tenancy/tenant-db'
import type { Prisma } from '#prisma/client'

/** The names of the pictures of an image, as part of a query by Prisma. */
export const WITH_NAMES = {
  picture: { select: { name: true } },
  thumbnail: { select: { name: true } },
} as const satisfies Prisma.StoreItemImageInclude

export type ImageWithNames = Prisma.StoreItemImageGetPayload<{ include: typeof WITH_NAMES }>

/** Finds an image of an item; item 0: one that waits for its item. */
export const findImage = (
  { db: { tenantId } }: Pick<Scope, 'db'>,
  models: Models,
  itemId: number,
  id: number,
): Promise<ImageWithNames | null> =>
  models.storeItemImage.findFirst({ where: { tenantId, id, itemId: itemId || null }, include: WITH_NAMES })

/** Lists the images of an item in the order of the gallery. */
export const listImages = ({ db: { tenantId } }: Pick<Scope, 'db'>, models: Models, itemId: number) =>
  models.storeItemImage.findMany({ where: { tenantId, itemId }, orderBy: [{ position: 'asc' }, { id: 'asc' }] })
