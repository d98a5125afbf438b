import type { JsonObject } from '#kernel/contract/json'
import type { AreaWalks } from '#test/support/walks/area-walks'
import { RELATION } from '#test/support/walks/deletions'
import { REPLACED } from '#test/support/walks/growing'
import { byName, bySave, type Listed, SECOND, sharedRecord } from '#test/support/walks/lists/listed'
import { NEVER_DELETED } from '#test/support/walks/no-uses'
import { saved } from '#test/support/walks/recipes'
import { chapter, group, person } from '#test/support/walks/shared-records'
import type { UsedRecords } from '#test/support/walks/used-records'
import type { World } from '#test/support/walks/world'

const contactChapter = async (world: World, contactId?: string, chapterId?: string): Promise<JsonObject> => ({
  ContactId: Number(contactId ?? (await world.person())),
  ChapterId: Number(chapterId ?? (await world.idsFor('/:chapterid')).get('chapterid')),
})

const chapters = byName('saveChapter', 'ChapterName')

/** Chapters with a primary group, as memberships need it. */
const chaptersWithGroup: Listed = {
  order: 'name',
  create: bySave('saveChapter', async (label, _, world) => {
    const { GroupId } = await world.post('/api/groups/0', { Name: `Members ${world.next()}` })
    return { ChapterName: label, PrimaryGroupId: Number(GroupId) }
  }),
}

const childChapters: Listed = {
  order: 'name',
  create: bySave('saveChapter', async (label, _, world) => {
    const parent = await sharedRecord(world, 'chapterid')
    const { OrganizationContactId } = await world.get(`/api/chapters/${parent}`)
    return { ChapterName: label, ParentOrganizationId: Number(OrganizationContactId) }
  }),
}

const chaptersOfContact: Listed = {
  order: 'secondFirst',
  create: async (label, ids, world) => {
    const made = await chapters.create(label, ids, world)
    const ChapterId = (made as { ChapterId: number }).ChapterId
    const ContactId = Number(ids.get('contactid'))
    await world.post('/api/chapters/contactchapter', { ContactId, ChapterId, MarkAsPrimary: label === SECOND })
  },
}

const addChapterRecord = (world: World) => world.idsFor(':chapterid')

const usedByChapters = (world: World): UsedRecords => ({
  'contact <- chapter': async () => `/api/contacts/${(await chapter(world)).organization}/1`,
  'calendar <- chapter': async () => {
    const CalendarId = await world.idOf(':calendarid', 'calendarid')
    await chapter(world, { PrimaryCalenderId: String(CalendarId) })
    return `/api/calendars/${CalendarId}/1`
  },
  'group <- chapter': async () => {
    const id = await group(world)
    await chapter(world, { PrimaryGroupId: String(id) })
    return `/api/groups/${id}`
  },
  'chapter <- child chapter': async () => {
    const { id, organization } = await chapter(world)
    await chapter(world, { ParentOrganizationId: organization })
    return `/api/chapters/${id}`
  },
  'paymentgateway <- chapter': async () => {
    const PaymentGatewayId = await world.idOf(':paymentgatewayid', 'paymentgatewayid')
    await chapter(world, { PaymentGatewayId: String(PaymentGatewayId) })
    return `/api/paymentgateways/${PaymentGatewayId}`
  },
  'chapter <- contact': async () => {
    const { id } = await chapter(world)
    await world.post('/api/chapters/contactchapter', { ContactId: await person(world), ChapterId: id })
    return `/api/chapters/${id}`
  },
})

export const walks: AreaWalks = {
  tables: {
    jobid: 'chapter_assignment',
  },
  recipes: [
    [
      ':chapterid',
      saved('saveChapter', 'ChapterId', () => ({
        ParentOrganizationId: undefined,
        PaymentGatewayId: null,
        Owners: [],
        PostalCodesJson: '[]',
      })),
    ],
  ],
  before: {
    deleteContactChapter: async (world, ids) =>
      world.post(
        '/api/chapters/contactchapter',
        await contactChapter(world, ids.get('contactid'), ids.get('chapterid')),
      ),
  },
  bodies: {
    saveContactChapter: (world) => contactChapter(world),
  },
  lists: {
    listChapters: chapters,
    lookupChapters: chapters,
    lookupChapterContacts: chapters,
    lookupParentChapters: chapters,
    lookupMembershipChapters: chaptersWithGroup,
    lookupMembershipChapterContacts: chaptersWithGroup,
    lookupChildChapterIds: childChapters,
    lookupChildChapters: childChapters,
    lookupMembershipTypeOptionChapters: childChapters,
    lookupContactChapters: chaptersOfContact,
  },
  rows: addChapterRecord,
  uses: usedByChapters,
  noUses: {
    'chapter -> directory': NEVER_DELETED,
  },
  bounds: {
    'saveChapter Owners': `${REPLACED}; a merge makes it no longer`,
  },
  otherDeletions: {
    deleteContactChapter: RELATION,
  },
}
