import {
  document,
  list,
  type OfferedIds,
  type OfferedKind,
  type OfferedRecord,
} from '#test/support/walks/actions/offered-records'
import type { AreaWalks } from '#test/support/walks/area-walks'
import { UNREFERENCED } from '#test/support/walks/deletions'
import { bySave, createPerson, type Listed } from '#test/support/walks/lists/listed'
import { saved } from '#test/support/walks/recipes'
import type { World } from '#test/support/walks/world'

const loginUrl = ({ id }: OfferedIds) => `/api/memberlogins/${id}`

const login = async (world: World): Promise<OfferedRecord> => ({
  ids: { id: Number((await world.idsFor('/:memberloginid')).get('memberloginid')) },
})

const memberLogins: OfferedKind = {
  name: 'member login',
  shapes: ['MemberLogin'],
  area: 'member-logins',
  reads: [
    document('getMemberLogin', loginUrl),
    list('listMemberLogins', ({ id }) => `/api/memberlogins?Filter=MemberLoginId eq ${id}`, 'MemberLoginId', 'id'),
  ],
  states: {
    new: login,
    disabled: async (world) => {
      const { ids } = await login(world)
      await world.post(loginUrl(ids), { AuditId: 1, IsDisabled: true })
      return { ids }
    },
  },
  actions: {
    edit: (ids) => ({ method: 'POST', url: loginUrl(ids), body: { IsDisabled: false }, version: 'AuditId' }),
    invite: (ids) => ({ method: 'POST', url: `${loginUrl(ids)}/invite` }),
    signout: (ids) => ({ method: 'POST', url: `${loginUrl(ids)}/signout` }),
    delete: (ids) => ({ method: 'DELETE', url: loginUrl(ids) }),
  },
}

const memberLoginList: Listed = {
  order: 'name',
  create: bySave('saveMemberLogin', async (label, _, world) => ({
    ContactId: await createPerson(world, label, { FirstName: null }),
    EmailAddress: `${world.next()}@walk.example`,
  })),
}

const MEMBER_LOGIN = saved('saveMemberLogin', 'MemberLoginId', async (world) => ({
  ContactId: Number(await world.person()),
  EmailAddress: `member${world.next()}@walk.example`,
}))

const addLogins = async (world: World): Promise<void> => {
  const id = (await world.idsFor(':memberloginid')).get('memberloginid')
  await world.post(`/api/memberlogins/${id}/invite`)
  await world.idsFor(':memberloginid')
}

export const walks: AreaWalks = {
  recipes: [[':memberloginid', MEMBER_LOGIN]],
  lists: {
    listMemberLogins: memberLoginList,
  },
  rows: addLogins,
  actions: [memberLogins],
  otherDeletions: {
    deleteMemberLogin: UNREFERENCED,
  },
}
