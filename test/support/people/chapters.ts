import { type DetailsBench, type Json, openDetails } from '#test/support/people/contact-parts'
import type { TestAppOptions, TestCaller } from '../build-app.ts'
import { runJobs } from '../jobs/run-jobs.ts'

export interface ChaptersBench extends DetailsBench {
  /** Creates a chapter with a unique name. Returns its row. */
  chapter(body?: Json, caller?: TestCaller): Promise<Row>
  read(chapterId: number): Promise<Json>
  save(chapterId: number, body: Json, options?: { force?: boolean; caller?: TestCaller; ifMatch?: string }): Answer
  put(contactId: number, chapterId: number, body?: Json): Answer
  takeOut(contactId: number, chapterId: number): Answer
  /** Returns the chapters of a contact, the primary one first. */
  chaptersOf(contactId: number): Promise<number[]>
  primaryOf(contactId: number): Promise<number>
  groupMembers(chapterId: number): Promise<number[]>
  directory(caller?: TestCaller): Promise<number>
  listed(directoryId: number): Promise<number[]>
  /** Makes a contact a staff member. */
  employ(contactId: number): Promise<void>
  /** Runs the waiting jobs of a kind, as the worker does. */
  runJobs(task: string): Promise<void>
}

export interface Row {
  ChapterId: number
  AuditId: number
  OrganizationName: string
  ParentOrganizationId: number
}

/** The ids of four chapters, of their organizations and of the payment gateway of East. */
export type FourChapters = Record<'east' | 'west' | 'north' | 'port', { chapter: number; organization: number }> & {
  gateway: string
}

type Answer = ReturnType<TestCaller['get']>

export const openChapters = async (options: TestAppOptions = {}): Promise<ChaptersBench> => {
  const bench = await openDetails(options)
  const { mine, server } = bench
  const { system } = server.database
  let made = 0
  const save: ChaptersBench['save'] = (chapterId, body, { force = false, caller = mine, ifMatch } = {}) =>
    caller.post(`/api/chapters/${chapterId}/${force}`, body, ifMatch === undefined ? {} : { 'if-match': ifMatch })
  const read = async (chapterId: number) =>
    (await bench.good('getChapter', mine.get(`/api/chapters/${chapterId}`))).body
  const results = async (path: string) => (await mine.get(path)).json().Results as Json[]
  return {
    ...bench,
    save,
    read,
    chapter: async (body = {}, caller = mine) => {
      const answer = save(0, { ChapterName: `Chapter of ${++made} rivers`, ...body }, { caller })
      return (await bench.good('saveChapter', answer)).body as unknown as Row
    },
    put: (ContactId, ChapterId, body = {}) =>
      mine.post('/api/chapters/contactchapter', { ContactId, ChapterId, ...body }),
    takeOut: (contactId, chapterId) => mine.delete(`/api/chapters/contactchapter/delete/${contactId}/${chapterId}`),
    chaptersOf: async (contactId) => {
      const answer = mine.get(`/api/chapters/contactchapter/lookup/${contactId}`)
      return (await bench.good('lookupContactChapters', answer)).body.map(({ Id }) => Id as number)
    },
    primaryOf: async (contactId) => {
      const answer = mine.get(`/api/chapters/contactchapter/${contactId}`)
      return (await bench.good('getContactChapter', answer)).body.ChapterId as number
    },
    groupMembers: async (chapterId) => {
      const { PrimaryGroupId } = await read(chapterId)
      return (await results(`/api/groups/${PrimaryGroupId}/members`)).map(({ ContactId }) => ContactId as number)
    },
    directory: async (caller = mine) => {
      const answer = caller.post('/api/directories/0', { Name: `Directory ${++made}` })
      return (await bench.good('saveDirectory', answer)).body.DirectoryId as number
    },
    listed: async (directoryId) => {
      const answer = mine.get(`/api/directories/${directoryId}/listings?Take=1000`)
      return (await bench.good('listDirectoryListings', answer)).body.map(({ ContactId }) => ContactId as number)
    },
    employ: async (contactId) => {
      const login = await system.login.create({
        data: { email: `staff-${contactId}@office.example`, displayName: 'Staff', passwordHash: 'x' },
      })
      const tenantId = mine.tenant.id
      const role = await system.role.findFirstOrThrow({ where: { tenantId } })
      await system.staff.create({
        data: { tenantId, loginId: login.id, displayName: 'Staff', roleId: role.id, contactId },
      })
    },
    runJobs: (task) => runJobs(server, task),
  }
}

/** Adds East, the parent of North, the parent of Abbey Port; West without a parent and group; one of another tenant. */
export const addFourChapters = async (bench: ChaptersBench): Promise<FourChapters> => {
  const made = bench.mine.post('/api/paymentgateways/0', { Name: 'Trial' })
  const gateway = String((await made).json().PaymentGatewayId)
  const make = async (ChapterName: string, body: Json = {}) => {
    const { ChapterId } = await bench.chapter({ ChapterName, ...body })
    return { chapter: ChapterId, organization: (await bench.read(ChapterId)).OrganizationId as number }
  }
  const west = await make('West')
  await bench.save(west.chapter, { PrimaryGroupId: null })
  const east = await make('East', { PaymentGatewayId: gateway, ChapterNumber: 'E' })
  const north = await make('North', { ParentOrganizationId: east.organization })
  const port = await make('Abbey Port', { ParentOrganizationId: north.organization })
  const body = { AuditId: 1, Addresses: [{ City: 'Albany', StateProvince: 'NY', PostalCode: '12201' }] }
  await bench.good('saveOrganization', bench.mine.post(`/api/contacts/org/${north.organization}`, body))
  await bench.chapter({ ChapterName: 'Elsewhere' }, bench.theirs)
  return { east, west, north, port, gateway }
}
