import type { RecordKind } from '#kernel/records/record-kind'
import type { Scope } from '#kernel/tenancy/scope'
import type { Models } from '#kernel/tenancy/tenant-db'
import type { Prisma } from '#prisma/client'
import { downloadEvents } from '../buying.events.ts'

const withOrder = {
  include: {
    item: { select: { downloadFileId: true, needsMembership: true } },
    purchase: {
      select: { contactId: true, cancelledAt: true, invoice: { select: { balance: true, voidedAt: true } } },
    },
    line: { select: { quantity: true, refunded: true } },
  },
} as const satisfies Prisma.StoreDownloadDefaultArgs

/** A download with its order and its item. */
export type BoughtDownload = Prisma.StoreDownloadGetPayload<typeof withOrder> & { auditId: number }

/** Downloads have no version: they are only counted, and revoked once. */
const versioned = (found: Prisma.StoreDownloadGetPayload<typeof withOrder> | null): BoughtDownload | null =>
  found && { ...found, auditId: found.revokedAt ? 2 : 1 }

/** Finds a download that is not revoked. */
export const findDownload = async (models: Models, tenantId: number, id: number): Promise<BoughtDownload | null> =>
  versioned(await models.storeDownload.findFirst({ where: { tenantId, id, revokedAt: null }, ...withOrder }))

export const downloadKind: RecordKind<BoughtDownload> = {
  entity: 'storedownload',
  noun: 'download',
  table: 'store_download',
  events: downloadEvents,
  find: (tx, { tenantId, id }: { tenantId: number; id: number }, _scope?: Scope) => findDownload(tx, tenantId, id),
}
