import { addOrganization } from '#test/support/people/contact-rows'
import { document, list, type OfferedKind, type OfferedRecord } from '#test/support/walks/actions/offered-records'
import type { AreaWalks } from '#test/support/walks/area-walks'
import { synchronize } from '#test/support/walks/synchronized'
import type { World } from '#test/support/walks/world'

const TYPE = { TermKindId: 1, TermMonths: 12, GraceDays: 30, SystemContactTypeId: null }

interface TypeOptions {
  type?: object
  /** Whether no other membership may have the type, because a step changes it. */
  isOwn?: boolean
  /** The prices of its levels. */
  prices?: readonly number[]
}

interface TypeWithLevels {
  typeId: number
  levels: number[]
}

const newType = async (world: World, { type = {}, prices = [100, 200] }: TypeOptions): Promise<TypeWithLevels> => {
  const made = await world.post('/api/membershiptypes/0', { ...TYPE, Name: `Type ${world.next()}`, ...type })
  const typeId = Number(made.MembershipTypeId)
  const levels: number[] = []
  for (const Price of prices) {
    const level = await world.post(`/api/membershiptypes/${typeId}/levels/0`, { Name: `Level ${world.next()}`, Price })
    levels.push(Number(level.MembershipLevelId))
  }
  return { typeId, levels }
}

const shared = new Map<string, Promise<TypeWithLevels>>()

/** A type that any number of memberships share. */
const typeFor = (world: World, options: TypeOptions): Promise<TypeWithLevels> => {
  const key = `${world.caller.tenant.id} ${JSON.stringify(options)}`
  const made = (options.isOwn ? undefined : shared.get(key)) ?? newType(world, options)
  shared.set(key, made)
  return made
}

const addHolder = async ({ server, caller }: World): Promise<number> =>
  (await addOrganization(server.database, caller.tenant.id, {})).id

const bodies: Record<string, object> = { pay: { PaymentTypeId: 2 } }

/** Joins a contact, and takes steps. */
const joined =
  (options: TypeOptions, ...steps: readonly (string | ((world: World, id: number) => Promise<unknown>))[]) =>
  async (world: World): Promise<OfferedRecord> => {
    const { typeId, levels } = await typeFor(world, options)
    const organization = await addHolder(world)
    const [LevelId = null, other = LevelId] = levels
    const joining = { ContactId: organization, MembershipTypeId: typeId, LevelId }
    const id = Number((await world.post('/api/memberships/0', joining)).MembershipId)
    for (const step of steps) {
      if (typeof step === 'string') await world.post(`/api/memberships/${id}/${step}`, bodies[step] ?? {})
      else await step(world, id)
    }
    const ids = { id, contactId: organization, typeId, other: other ?? 0 }
    return { ids, contacts: [organization] }
  }

/** Moves the terms into the past, as if the membership had begun this many days earlier. */
const agedBy = (days: number) => async (world: World, id: number) => {
  const { system } = world.server.database
  await system.$executeRaw`UPDATE membership_term SET starts_on = starts_on - ${days}::int, ends_on = ends_on - ${days}::int
    WHERE tenant_id = ${world.caller.tenant.id} AND membership_id = ${id}`
  await world.post(`/api/memberships/${id}/autorenew`, { AutoRenew: true })
}

/** Another membership of the same type, after the first one has ended. */
const joinAgain = async (world: World, id: number) => {
  const ended = await world.get(`/api/memberships/${id}`)
  const { ContactId = 0, MembershipTypeId = 0, LevelId = null } = ended
  await world.post('/api/memberships/0', { ContactId, MembershipTypeId, LevelId })
}

const payPart = (world: World, id: number) => world.post(`/api/memberships/${id}/pay`, { PaymentTypeId: 2, Amount: 10 })

const changeAtOnce = async (world: World, id: number) => {
  const { MembershipTypeId } = await world.get(`/api/memberships/${id}`)
  const levels = (await world.caller.get(`/api/membershiptypes/${MembershipTypeId}/levels`)).json()
  const { MembershipLevelId } = levels.at(-1)
  await world.post(`/api/memberships/${id}/changelevel`, { LevelId: MembershipLevelId, AtOnce: true })
}

const deactivateLevels = async (world: World, id: number) => {
  const { MembershipTypeId } = await world.get(`/api/memberships/${id}`)
  const levels = (await world.caller.get(`/api/membershiptypes/${MembershipTypeId}/levels`)).json()
  for (const { MembershipLevelId, AuditId } of levels)
    await world.post(`/api/membershiptypes/${MembershipTypeId}/levels/${MembershipLevelId}`, {
      AuditId,
      IsActive: false,
    })
}

const step =
  (name: string, body: object = {}) =>
  ({ id }: Readonly<Record<string, number>>) =>
    ({ method: 'POST', url: `/api/memberships/${id}/${name}`, body }) as const

const FREE = { prices: [0, 0] }

const TEN_YEARS = { type: { TermMonths: 120 }, prices: [0, 0] }

const memberships: OfferedKind = {
  name: 'membership',
  shapes: ['Membership', 'MembershipListRow', 'MembershipSummaryListItem'],
  area: 'memberships',
  contacts: 'one',
  scopes: ['contacts:read'],
  reads: [
    document('getMembership', ({ id }) => `/api/memberships/${id}`),
    list('listMemberships', ({ id }) => `/api/memberships?$filter=MembershipId eq ${id}`, 'MembershipId', 'id'),
    list(
      'listOrganizationMemberships',
      ({ contactId }) => `/api/contacts/org/${contactId}/memberships`,
      'MembershipId',
      'id',
    ),
  ],
  states: {
    pending: joined({}),
    'partly paid': joined({}, payPart),
    'awaiting approval': joined({ type: { NeedsApproval: true } }),
    declined: joined({ type: { NeedsApproval: true } }, 'decline'),
    approved: joined({ type: { NeedsApproval: true } }, 'approve'),
    active: joined({}, 'pay'),
    'active without levels': joined({ prices: [] }),
    'active, all levels inactive': joined({ isOwn: true }, 'pay', deactivateLevels),
    'active with a renewal to pay': joined({}, 'pay', 'renew'),
    'active with a renewal partly paid': joined({}, 'pay', 'renew', payPart),
    'active with a change of level to pay': joined({}, 'pay', changeAtOnce),
    'paid for twenty years': joined(TEN_YEARS, 'renew'),
    'in grace': joined({}, 'pay', agedBy(380)),
    lapsed: joined({}, 'pay', agedBy(500)),
    suspended: joined({}, 'pay', 'suspend'),
    cancelled: joined({}, 'pay', 'cancel'),
    'cancelled before it was paid': joined({}, 'cancel'),
    dropped: joined({}, 'pay', 'suspend', 'drop'),
    'about to be reinstated': joined({}, 'pay', 'cancel', 'reinstate'),
    'ended, with another membership of the type': joined(FREE, 'cancel', joinAgain),
    synchronized: joined(FREE, async (world, id) => {
      const { ContactId } = await world.get(`/api/memberships/${id}`)
      await synchronize(world, Number(ContactId))
    }),
  },
  statesOfAll: ['active', 'cancelled'],
  actions: {
    view: ({ id }) => ({ method: 'GET', url: `/api/memberships/${id}` }),
    edit: ({ id }) => ({ method: 'POST', url: `/api/memberships/${id}`, body: { CustomFields: [] } }),
    renew: step('renew'),
    pay: step('pay', { PaymentTypeId: 2 }),
    changelevel: ({ id, other }) => ({
      method: 'POST',
      url: `/api/memberships/${id}/changelevel`,
      body: { LevelId: other },
    }),
    approve: step('approve'),
    decline: step('decline'),
    suspend: step('suspend'),
    resume: step('resume'),
    cancel: step('cancel'),
    drop: step('drop'),
    reinstate: step('reinstate'),
    autorenew: step('autorenew', { AutoRenew: true }),
  },
}

const typeReads = [
  document('getMembershipType', ({ typeId }) => `/api/membershiptypes/${typeId}`),
  list('listMembershipTypes', () => '/api/membershiptypes', 'MembershipTypeId', 'typeId'),
]

/** A type with a custom field for one of its levels. */
const withField = async (world: World) => {
  const { typeId, levels } = await newType(world, {})
  const limits = { MembershipTypeId: String(typeId), MembershipTypeOptionId: String(levels[0]) }
  const field = { ObjectTypeId: '4', CustomFieldDataTypeId: '1', DisplayName: `Badge ${world.next()}` }
  await world.post('/api/customfields/0', { ...field, ...limits })
  return { typeId, levelId: levels[0] ?? 0 }
}

const types: OfferedKind = {
  name: 'membership type',
  shapes: ['MembershipTypeEdit'],
  area: 'memberships',
  reads: typeReads,
  states: {
    'without levels': async (world) => ({ ids: { typeId: (await newType(world, { prices: [] })).typeId } }),
    'with levels': async (world) => ({ ids: { typeId: (await newType(world, {})).typeId } }),
    'with members': async (world) => ({ ids: (await joined({})(world)).ids }),
    'with a custom field': async (world) => ({ ids: await withField(world) }),
  },
  statesOfAll: ['without levels', 'with members'],
  actions: {
    view: ({ typeId }) => ({ method: 'GET', url: `/api/membershiptypes/${typeId}` }),
    edit: ({ typeId }) => ({
      method: 'POST',
      url: `/api/membershiptypes/${typeId}`,
      body: { Description: 'Changed' },
      version: 'AuditId',
    }),
    delete: ({ typeId }) => ({ method: 'DELETE', url: `/api/membershiptypes/${typeId}` }),
  },
}

const withLevel = async (world: World) => {
  const { typeId, levels } = await newType(world, {})
  return { typeId, levelId: levels[0] ?? 0 }
}

const levelUrl = ({ typeId, levelId }: Readonly<Record<string, number>>) =>
  `/api/membershiptypes/${typeId}/levels/${levelId}`

const levels: OfferedKind = {
  name: 'membership level',
  shapes: ['MembershipLevelEdit'],
  area: 'memberships',
  reads: [
    document('getMembershipLevel', levelUrl),
    list(
      'listMembershipLevels',
      ({ typeId }) => `/api/membershiptypes/${typeId}/levels`,
      'MembershipLevelId',
      'levelId',
    ),
  ],
  states: {
    unused: async (world) => ({ ids: await withLevel(world) }),
    'with a custom field': async (world) => ({ ids: await withField(world) }),
    'with members': async (world) => {
      const ids = await withLevel(world)
      const joining = { ContactId: Number(await world.person()), MembershipTypeId: ids.typeId, LevelId: ids.levelId }
      await world.post('/api/memberships/0', joining)
      return { ids }
    },
  },
  statesOfAll: ['unused', 'with members'],
  actions: {
    view: (ids) => ({ method: 'GET', url: levelUrl(ids) }),
    edit: (ids) => ({ method: 'POST', url: levelUrl(ids), body: { DisplayOrder: 7 }, version: 'AuditId' }),
    delete: (ids) => ({ method: 'DELETE', url: levelUrl(ids) }),
  },
}

export const walks: AreaWalks = {
  actions: [memberships, types, levels],
}
