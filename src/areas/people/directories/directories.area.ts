import type { Area } from '#areas/area'
import { contactMoves } from '#areas/people/contacts/merges/contact-moves.queries'
import { changes } from '#kernel/outbox/event-kind'
import { idIn, presented } from '#kernel/records/record-shape'
import type { RecordUse } from '#kernel/records/uses'
import { addTo } from '#kernel/registers/register'
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
  additions: [
    addTo(contactMoves, {
      kind: 'listings',
      table: 'directory_listing',
      column: 'contact_id',
      meaning: 'data',
      sameAs: 'w.directory_id = l.directory_id',
      settle: ({ tenantId, winner, loser }) => [
        // Two listings in one directory become one: the winner's gets the values and the listing type that it does not have.
        Prisma.sql`WITH pair AS (
          SELECT w.id AS winner, l.id AS loser, l.listing_type_id FROM directory_listing l JOIN directory_listing w
            ON w.tenant_id = l.tenant_id AND w.directory_id = l.directory_id AND w.contact_id = ${winner}
          WHERE l.tenant_id = ${tenantId} AND l.contact_id = ${loser}
        ), typed AS (
          UPDATE directory_listing w SET listing_type_id = coalesce(w.listing_type_id, p.listing_type_id),
            audit_id = w.audit_id + 1
          FROM pair p WHERE w.tenant_id = ${tenantId} AND w.id = p.winner)
        UPDATE custom_field_value v SET object_id = p.winner FROM pair p, custom_field f
        WHERE f.tenant_id = ${tenantId} AND (f.object_type_id = 8 OR f.object_type_id = 12 AND f.search_object_type_id = 8)
          AND v.tenant_id = ${tenantId} AND v.field_id = f.id AND v.object_id = p.loser
          AND NOT EXISTS (SELECT FROM custom_field_value o
            WHERE o.tenant_id = ${tenantId} AND o.field_id = f.id AND o.object_id = p.winner)`,
      ],
    }),
  ],
}
