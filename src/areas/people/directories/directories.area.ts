import type { Area } from '#areas/area'
import { changes } from '#kernel/outbox/event-kind'
import { idIn, presented } from '#kernel/records/record-shape'
import type { RecordUse } from '#kernel/records/uses'
import { Prisma } from '#prisma/client'
import type { FileOwner } from '#services/files/file-owner'
import { directoryEvents, directoryListingEvents, listingTypeEvents } from './directories.events.ts'
import { presentDirectory } from './directories.presenter.ts'
import { getDirectory, readListing, readListingType } from './directories.queries.ts'
import { directories } from './directories.routes.ts'

/**
 * The records that the listings of directories use. Those of deleted contacts lose their listing type with its
 * deletion.
 */
const directoryUses: readonly RecordUse[] = [
  {
    of: 'directorylistingtype',
    user: 'listing',
    users: 'listings',
    scope: 'directories:read',
    remedy: 'Give the listing another listing type first.',
    rows: (tenantId) => Prisma.sql`SELECT l.listing_type_id AS used_id, l.id, c.display_name AS name
      FROM directory_listing l JOIN contact c ON c.tenant_id = l.tenant_id AND c.id = l.contact_id
      WHERE l.tenant_id = ${tenantId}::integer AND c.deleted_at IS NULL`,
  },
]

/** Listings own the files in their custom fields. */
const directoryFiles: readonly FileOwner[] = [
  {
    kind: 'directorylisting',
    remedy: 'The file belongs to a directory listing. Remove it there.',
    scope: 'directories:read',
    rows: (tenantId) => Prisma.sql`SELECT l.id, c.display_name AS name FROM directory_listing l
      JOIN contact c ON c.tenant_id = l.tenant_id AND c.id = l.contact_id AND c.deleted_at IS NULL
      WHERE l.tenant_id = ${tenantId}::integer`,
  },
]

export const directoriesArea: Area = {
  routes: [directories],
  events: [
    ...changes('directories', 'Directory', directoryEvents),
    ...changes('directories', 'Directory listing', directoryListingEvents),
    ...changes('directories', 'Listing type', listingTypeEvents),
  ],
  shapes: {
    directory: presented('directories:read', async (scope, id) => presentDirectory(await getDirectory(scope, id))),
    directorylisting: {
      scope: 'directories:read',
      read: async (scope, id, event) => (await readListing(scope, idIn(event, 'directoryId'), id)).text,
    },
    directorylistingtype: {
      scope: 'directories:read',
      read: async (scope, id, event) => (await readListingType(scope, idIn(event, 'directoryId'), id)).text,
    },
  },
  uses: directoryUses,
  files: directoryFiles,
}
