import { document, list, type OfferedKind } from '#test/support/walks/actions/offered-records'
import { WAIT, workflow } from '#test/support/walks/actions/offered-workflows'
import type { AreaWalks } from '#test/support/walks/area-walks'
import { ADD_TO_LIST, BY_AUTHOR, createStep, RELATION } from '#test/support/walks/deletions'
import { COMMAND, REPLACED } from '#test/support/walks/growing'
import { byName, createPerson } from '#test/support/walks/lists/listed'
import { categoryItem, categoryList, saveAt } from '#test/support/walks/shared-records'
import type { UsedRecords } from '#test/support/walks/used-records'
import type { Ids, World } from '#test/support/walks/world'

const groups: OfferedKind = {
  name: 'group',
  shapes: ['GroupEdit'],
  area: 'groups',
  reads: [
    document('getGroup', ({ id }) => `/api/groups/${id}`),
    list('listGroups', ({ id }) => `/api/groups?Filter=GroupId eq ${id}`, 'GroupId', 'id'),
  ],
  states: {
    unused: async (world) => ({ ids: { id: await world.idOf('/groups/:groupid', 'groupid') } }),
    'with a member': async (world) => {
      const ids = await world.idsFor('/:contactid/groups/:groupid')
      return { ids: { id: Number(ids.get('groupid')) } }
    },
    'that an active workflow uses': async (world) => {
      const id = await world.idOf('/groups/:groupid', 'groupid')
      await workflow(world, { groupId: id, step: WAIT, isActive: true })
      return { ids: { id } }
    },
  },
  actions: {
    view: ({ id }) => ({ method: 'GET', url: `/api/groups/${id}` }),
    edit: ({ id }) => ({
      method: 'POST',
      url: `/api/groups/${id}`,
      body: { Description: 'Changed' },
      version: 'AuditId',
    }),
    delete: ({ id }) => ({ method: 'DELETE', url: `/api/groups/${id}` }),
  },
}

/** A person in the group of the path. */
const addMember = async (world: World, ids: Ids): Promise<unknown> => {
  const ContactIds = [Number(await world.person())]
  return world.post(`/api/groups/${ids.get('groupid')}/members`, { ContactIds })
}

const groupList = byName('saveGroup')

const groupInCategory = async (world: World): Promise<number> => {
  const list = await saveAt(world, '/api/contacts/categorylists/0', 'CategoryListId', {
    CategoryTypeId: 3,
    Name: `L ${world.next()}`,
  })
  const item = await saveAt(world, `/api/contacts/categorylists/${list}/items/0`, 'CategoryItemId', {
    Name: 'Printing',
  })
  await world.post('/api/groups/0', { Name: `G ${world.next()}`, Categories: [{ CategoryItemId: item }] })
  return item
}

const usedByGroups = (world: World): UsedRecords => ({
  'categoryitem <- group': async () => categoryItem(world, await groupInCategory(world)),
  'categorylist <- group': async () => categoryList(world, await groupInCategory(world)),
})

export const walks: AreaWalks = {
  tables: {
    groupid: 'contact_group',
  },
  recipes: [
    [
      '/groups/:groupid',
      async (world, ids) => {
        const group = String((await world.post('/api/groups/0', { Name: `Group ${world.next()}` })).GroupId)
        const contact = ids.get('contactid')
        if (contact) await world.post(`/api/contacts/${contact}/groups/${group}`, { IsOptIn: false })
        return group
      },
    ],
  ],
  before: {
    deleteGroup: addMember,
    copyGroup: addMember,
    mergeGroup: addMember,
  },
  bodies: {
    addGroupMembers: async (world) => ({ ContactIds: [Number(await world.person())] }),
    removeGroupMembers: async (world, ids) => {
      const ContactIds = [Number(await world.person())]
      await world.post(`/api/groups/${ids.get('groupid')}/members`, { ContactIds })
      return { ContactIds }
    },
    mergeGroup: async (world) => ({ IntoGroupId: Number((await world.idsFor('/groups/:groupid')).get('groupid')) }),
  },
  lists: {
    listGroups: groupList,
    listContactGroups: groupList,
    listGroupMembers: {
      order: 'name',
      create: async (label, ids, world) =>
        world.post(`/api/groups/${ids.get('groupid')}/members`, { ContactIds: [await createPerson(world, label)] }),
    },
  },
  parents: {
    groupid: `SELECT group_id AS id FROM contact_group_member WHERE state = 'member'`,
  },
  actions: [groups],
  uses: usedByGroups,
  bounds: {
    'addGroupMembers ContactIds': COMMAND,
    'removeGroupMembers ContactIds': COMMAND,
    'saveGroup Categories': REPLACED,
  },
  deletions: [
    {
      operation: 'deleteGroup',
      create: async (mark, { world, person, organization }) => {
        const { GroupId } = await world.post('/api/groups/0', { Name: mark })
        const ContactIds = [Number(person), Number(organization)]
        await world.post(`/api/groups/${GroupId}/members`, { ContactIds })
        const WorkflowSources = [{ GroupId: Number(GroupId) }]
        const { WorkflowId } = await world.post('/api/workflows/0', {
          Name: 'Welcome',
          SystemScheduleTypeId: '1',
          WorkflowSources,
        })
        const step = await createStep(world, ADD_TO_LIST, { AddToListOptions: { GroupIds: [GroupId] } }, WorkflowId)
        return { ids: { groupid: GroupId }, field: /GroupIds?$/, records: [step] }
      },
      shownBy: ['listGroups', 'listContactGroups', 'getOrganizationGroups', 'lookupContactValues', 'getWorkflow'],
      keptBy: BY_AUTHOR,
    },
  ],
  otherDeletions: {
    leaveGroup: RELATION,
  },
}
