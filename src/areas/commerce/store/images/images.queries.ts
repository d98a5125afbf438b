import { findContent } from '#areas/integration/files/files.queries'
import { notFound } from '#kernel/errors/problem'
import type { Scope } from '#kernel/tenancy/scope'
import type { Models } from '#kernel/tenancy/tenant-db'
import type { Prisma } from '#prisma/client'
import type { StoredContent } from '#services/files/send-file'

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

/** Returns a picture or thumbnail of an active item. @throws 404. */
export const getShownPicture = async (scope: Scope, itemId: number, fileId: number): Promise<StoredContent> => {
  const image = await scope.db.prisma.storeItemImage.findFirst({
    where: {
      tenantId: scope.db.tenantId,
      item: { id: itemId, isActive: true },
      OR: [{ pictureFileId: fileId }, { thumbnailFileId: fileId }],
    },
    select: { id: true },
  })
  const content = image && (await findContent(scope, fileId))
  if (!content) throw notFound('picture')
  return content
}

/** Lists the images of an item in the order of the gallery. */
export const listImages = ({ db: { tenantId } }: Pick<Scope, 'db'>, models: Models, itemId: number) =>
  models.storeItemImage.findMany({ where: { tenantId, itemId }, orderBy: [{ position: 'asc' }, { id: 'asc' }] })
