import { notFound } from '#kernel/errors/problem'
import type { RecordKind } from '#kernel/records/record-kind'
import type { Scope } from '#kernel/tenancy/scope'
import type { Directory, Prisma } from '#prisma/client'
import { directoryEvents } from './directories.events.ts'

/** Counts the listings of a directory, without deleted contacts. */
export const withListingCount = {
  include: { _count: { select: { listings: { where: { contact: { deletedAt: null } } } } } },
} as const

export type DirectoryWithCount = Prisma.DirectoryGetPayload<typeof withListingCount>

export const directoryKind: RecordKind<Directory> = {
  entity: 'directory',
  table: 'directory',
  events: directoryEvents,
  find: (tx, key) => tx.directory.findFirst({ where: key }),
}

/** Returns a directory; 404 if it does not exist. */
export const getDirectory = async ({ db }: Scope, id: number): Promise<DirectoryWithCount> => {
  const found = await db.prisma.directory.findFirst({ where: { tenantId: db.tenantId, id }, ...withListingCount })
  if (!found) throw notFound('directory')
  return found
}
