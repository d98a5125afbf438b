import { RUN_IMPORT } from '#areas/people/imports/imports.service'
import { upload } from '#test/support/integration/files'
import { runJobs } from '#test/support/jobs/run-jobs'
import { document, list, type OfferedKind } from '#test/support/walks/actions/offered-records'
import type { AreaWalks } from '#test/support/walks/area-walks'
import { UNREFERENCED } from '#test/support/walks/deletions'
import type { Label } from '#test/support/walks/lists/listed'
import type { Ids, World } from '#test/support/walks/world'

const CONTENT = 'Last name,Email\nByron,ada@walk.example\nBad,none\n'

/** Uploads a table and returns the id of the file. */
const uploadTable = ({ caller }: World, name = 'people.csv'): Promise<number> => upload(caller, name, CONTENT)

/** Starts an import, which its job has not begun. Returns its id. */
const addImport = async (world: World): Promise<string> => {
  // The number of imports that wait is limited.
  await runJobs(world.server, RUN_IMPORT)
  const Options = { IsDryRun: true, ForceSave: true }
  const { ImportId } = await world.post('/api/imports', { FileId: await uploadTable(world), Options })
  return String(ImportId)
}

const row = (world: World, more: object) => ({
  tenantId: world.caller.tenant.id,
  fileName: 'people.csv',
  createdBy: 'key:7',
  createdAt: new Date(),
  ...more,
})

/** Adds imports with different values in each column. */
const addImports = async (world: World, fileId: number): Promise<void> => {
  const day = (number: number) => new Date(`2026-03-0${number}T10:00:00Z`)
  const counts = { rowsRead: 70, imported: 50, updated: 9, unchanged: 8, refused: 3 }
  const others = { groupsCreated: 2, membersAdded: 40, membershipsCreated: 30, addressesSuppressed: 6 }
  const done = { status: 'Completed', auditId: 2, fileId, percent: 100, preset: 'CiviCRM', ...counts, ...others }
  await world.server.database.system.importRun.createMany({
    data: [
      row(world, { ...done, createdAt: day(1), startedAt: day(2), finishedAt: day(3) }),
      row(world, { status: 'Failed', message: 'No file.', isDryRun: true, createdAt: day(4), finishedAt: day(5) }),
      row(world, { status: 'Running', percent: 40, createdBy: 'system', fileName: 'members.xlsx', createdAt: day(6) }),
      row(world, { status: 'Queued', startedAt: null, createdAt: day(7) }),
    ],
  })
  const where = { tenantId: world.caller.tenant.id }
  const { importRun } = world.server.database.system
  const dryRun = await importRun.findFirstOrThrow({ where: { ...where, isDryRun: true } })
  await importRun.updateMany({ where: { ...where, createdAt: day(7) }, data: { dryRunId: dryRun.id } })
}

const made = (data: object) => async (world: World) => {
  const { id } = await world.server.database.system.importRun.create({ data: row(world, data) })
  return { ids: { id } }
}

const ended = { finishedAt: new Date() }

/** Imports in each of their states. */
const offeredImports: OfferedKind = {
  name: 'import',
  shapes: ['Import'],
  area: 'imports',
  scopes: ['contacts:read'],
  reads: [
    list('listImports', () => '/api/imports', 'ImportId', 'id'),
    document('getImport', ({ id }) => `/api/imports/${id}`),
  ],
  states: {
    queued: made({ status: 'Queued', startedAt: null }),
    running: made({ status: 'Running', refused: 1 }),
    complete: made({ status: 'Completed', ...ended }),
    refused: made({ status: 'Completed', refused: 2, ...ended }),
    cancelled: made({ status: 'Cancelled', ...ended }),
    failed: made({ status: 'Failed', message: 'No file.', ...ended }),
  },
  actions: {
    cancel: ({ id }) => ({ method: 'POST', url: `/api/imports/${id}/cancel` }),
    delete: ({ id }) => ({ method: 'DELETE', url: `/api/imports/${id}` }),
    refused: ({ id }) => ({ method: 'GET', url: `/api/imports/${id}/refused/csv` }),
  },
  harmless: {
    refused: 'the file of an import without refused rows has only the line of its headers',
  },
}

const addImportRows = async (world: World): Promise<void> =>
  addImports(world, await upload(world.caller, 'people.csv', 'walk'))

export const walks: AreaWalks = {
  tables: {
    importid: 'import_run',
  },
  recipes: [[':importid', addImport]],
  lists: {
    listImports: {
      order: 'newest',
      create: async (label: Label, _ids: Ids, world: World) => {
        await world.server.database.system.importRun.create({ data: row(world, { fileName: label }) })
      },
    },
  },
  rows: addImportRows,
  actions: [offeredImports],
  otherDeletions: {
    deleteImport: UNREFERENCED,
  },
}
