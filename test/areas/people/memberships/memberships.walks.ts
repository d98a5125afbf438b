import type { AreaWalks } from '#test/support/walks/area-walks'
import { REPLACED, VALUES } from '#test/support/walks/growing'
import { createPerson, type Listed, numbered, shared } from '#test/support/walks/lists/listed'
import { NEVER_DELETED } from '#test/support/walks/no-uses'
import { saved } from '#test/support/walks/recipes'
import { chapter, person } from '#test/support/walks/shared-records'
import type { UsedRecords } from '#test/support/walks/used-records'
import type { Ids, World } from '#test/support/walks/world'

/** Takes steps with the membership of the path, so that the operation has the status that it needs. */
const afterSteps =
  (...steps: string[]) =>
  async (world: World, ids: Ids): Promise<void> => {
    for (const step of steps) {
      const body = step === 'pay' ? { PaymentTypeId: 1 } : {}
      await world.post(`/api/memberships/${ids.get('membershipid')}/${step}`, body)
    }
  }

const members: Listed = {
  order: 'oldest',
  create: async (label, _, world) => {
    const types = world.idsFor('/:membershiptypeid/levels/:membershiplevelid')
    const type = await shared(world, 'type', async () => Number((await types).get('membershiptypeid')))
    const level = await shared(world, 'level', async () => Number((await types).get('membershiplevelid')))
    const ContactId = await createPerson(world, label)
    await world.post('/api/memberships/0', { ContactId, MembershipTypeId: type, LevelId: level })
  },
}

const membershipTypes = numbered('saveMembershipType')

const membershipLevels = numbered('saveMembershipLevel')

const membership = async (world: World) => {
  const ids = await world.idsFor('/:membershiptypeid/levels/:membershiplevelid')
  const [type, level] = [Number(ids.get('membershiptypeid')), Number(ids.get('membershiplevelid'))]
  const contact = await person(world)
  await world.post('/api/memberships/0', { ContactId: contact, MembershipTypeId: type, LevelId: level })
  return { type, level, contact }
}

const usedByMemberships = (world: World): UsedRecords => ({
  'contact <- membership': async () => `/api/contacts/${(await membership(world)).contact}/1`,
  'chapter <- membership level': async () => {
    const { organization } = await chapter(world)
    const { id } = await chapter(world, { ParentOrganizationId: organization })
    const ids = await world.idsFor('/:membershiptypeid')
    const body = { Name: `Local ${world.next()}`, Price: 10, ChildChapterIds: [String(id)] }
    await world.post(`/api/membershiptypes/${ids.get('membershiptypeid')}/levels/0`, body)
    return `/api/chapters/${id}`
  },
  'feeitem <- membership level': async () => {
    const ids = await world.idsFor('/:membershiptypeid/:feeitemid')
    const FeeItemId = Number(ids.get('feeitemid'))
    const body = { Name: `Dues ${world.next()}`, Price: 10, FeeItemId }
    await world.post(`/api/membershiptypes/${ids.get('membershiptypeid')}/levels/0`, body)
    return `/api/finance/feeitems/${FeeItemId}`
  },
  'membershiptype <- membership': async () => `/api/membershiptypes/${(await membership(world)).type}`,
  'membershiplevel <- membership': async () => {
    const { type, level } = await membership(world)
    return `/api/membershiptypes/${type}/levels/${level}`
  },
})

export const walks: AreaWalks = {
  recipes: [
    [
      ':membershipid',
      saved('joinMembership', 'MembershipId', async (world) => {
        const ids = await world.idsFor('/:membershiptypeid/levels/:membershiplevelid')
        return {
          ContactId: Number(await world.person()),
          MembershipTypeId: Number(ids.get('membershiptypeid')),
          LevelId: Number(ids.get('membershiplevelid')),
        }
      }),
    ],
    [':membershiptypeid', saved('saveMembershipType', 'MembershipTypeId')],
    [':membershiplevelid', saved('saveMembershipLevel', 'MembershipLevelId')],
  ],
  before: {
    renewMembership: afterSteps('pay'),
    changeMembershipLevel: afterSteps('pay'),
    suspendMembership: afterSteps('pay'),
    resumeMembership: afterSteps('pay', 'suspend'),
    dropMembership: afterSteps('pay', 'suspend'),
    reinstateMembership: afterSteps('pay', 'cancel'),
  },
  bodies: {
    renewMembership: async () => ({}),
    reinstateMembership: async () => ({}),
    changeMembershipLevel: async (world, ids) => {
      const { MembershipTypeId } = await world.get(`/api/memberships/${ids.get('membershipid')}`)
      const level = { Name: `Gold ${world.next()}`, Price: 900 }
      const { MembershipLevelId } = await world.post(`/api/membershiptypes/${MembershipTypeId}/levels/0`, level)
      return { LevelId: MembershipLevelId ?? null }
    },
  },
  lists: {
    listMemberships: members,
    listMembershipTypes: membershipTypes,
    lookupMembershipTypes: membershipTypes,
    listMembershipLevels: membershipLevels,
    lookupMembershipLevels: membershipLevels,
    lookupMembershipStatuses: ['Pending', 'Active', 'Grace', 'Lapsed', 'Dropped', 'Cancelled', 'Suspended'],
    previewMembershipNightly: 'documents no order: the run processes memberships by their ids',
  },
  uses: usedByMemberships,
  noUses: {
    'membership_level_change -> invoice': NEVER_DELETED,
    'membership_term -> invoice': NEVER_DELETED,
    'membership_term -> payment_plan': 'a plan that terms have is deactivated instead',
  },
  bounds: {
    'joinMembership CustomFields': VALUES,
    'saveMembership CustomFields': VALUES,
    'saveMembershipType CustomFields': VALUES,
    'saveMembershipLevel ChildChapterIds': REPLACED,
    'saveMembershipLevel UnitBands': REPLACED,
  },
}
