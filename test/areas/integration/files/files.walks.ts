import { addImage, upload } from '#test/support/integration/files'
import { document, list, type OfferedKind } from '#test/support/walks/actions/offered-records'
import type { AreaWalks } from '#test/support/walks/area-walks'
import { KEPT } from '#test/support/walks/no-uses'
import { addPicture } from '#test/support/walks/store'
import type { World } from '#test/support/walks/world'

const files: OfferedKind = {
  name: 'file',
  shapes: ['FileDetails'],
  area: 'files',
  scopes: ['contacts:read'],
  reads: [
    list('listFiles', () => '/api/files', 'FileId', 'id'),
    document('getFileDetails', ({ id }) => `/api/files/${id}`),
  ],
  states: {
    'that no record uses': async (world) => ({ ids: { id: await upload(world.caller, 'walk.txt', 'walk') } }),
    'of a contact': async (world) => ({ ids: { id: await addImage(world.caller, Number(await world.person())) } }),
  },
  actions: {
    view: ({ id }) => ({ method: 'GET', url: `/api/webdav/${id}` }),
    link: ({ id }) => ({ method: 'POST', url: `/api/files/${id}/link` }),
    delete: ({ id }) => ({ method: 'DELETE', url: `/api/files/${id}` }),
  },
}

const addMinutes = (world: World) => upload(world.caller, 'Minutes of March.txt', 'All agreed.')

export const walks: AreaWalks = {
  tables: {
    fileid: 'stored_file',
  },
  recipes: [
    [':fileid', async (world) => String(await upload(world.caller, `file${world.next()}.txt`, 'walk'))],
    ['/preimage/:imageid/:fileid', async (world) => String(await addPicture(world))],
  ],
  lists: {
    listFiles: { order: 'newest', create: (label, _, world) => upload(world.caller, `${label}.txt`, label) },
  },
  rows: addMinutes,
  actions: [files],
  noUses: {
    'stored_file -> contact': KEPT,
  },
}
