import type { Area } from '#areas/area'
import { changes } from '#kernel/outbox/event-kind'
import { idIn, presented } from '#kernel/records/record-shape'
import { directoryEvents, directoryListingEvents, listingTypeEvents } from './directories.events.ts'
import { directoryFiles } from './directories.files.ts'
import { presentDirectory } from './directories.presenter.ts'
import { getDirectory } from './directories.queries.ts'
import { directories } from './directories.routes.ts'
import { directoryUses } from './directories.uses.ts'
import { readListingType } from './listing-types/listing-types.queries.ts'
import { readListing } from './listings/listings.queries.ts'

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
