import type { Json, JsonObject } from '#kernel/contract/json'
import type { AreaWalks } from '#test/support/walks/area-walks'
import { type Shared, UNREFERENCED } from '#test/support/walks/deletions'
import { IGNORED, idIn, REPLACED, VALUES } from '#test/support/walks/growing'
import { byName, bySave, dayOf, type Listed, NUMBERS } from '#test/support/walks/lists/listed'
import { CLEARED, KEPT } from '#test/support/walks/no-uses'
import { saved } from '#test/support/walks/recipes'
import { saveAt } from '#test/support/walks/shared-records'
import type { UsedRecords } from '#test/support/walks/used-records'
import { fill, type Ids, type World } from '#test/support/walks/world'

/** The ids of a task in paths. Its references are ids as text. */
const createTask = async ({ world, person, project }: Shared, body: Record<string, Json | undefined>) => {
  const references = Object.fromEntries(Object.entries(body).map(([name, value]) => [name, String(value)]))
  const parents = { ProjectId: String(project), ContactId: person }
  const { TaskItemId } = await world.post('/api/task/items/0', { Name: 'Offers', ...parents, ...references })
  return { taskitemid: TaskItemId, projectid: project, contactid: person }
}

/** A task under no other record in its path. */
const addTask = async (world: World, url: string) => {
  const id = (await world.idsFor(':taskitemid')).get('taskitemid') ?? ''
  return {
    url: fill(
      url,
      new Map([
        ['projectid', '0'],
        ['contactid', '0'],
        ['taskitemid', id],
      ]),
    ),
    id: Number(id),
  }
}

const milestoneList = (list: 'milestones' | 'template/milestones', parent: string): Listed => ({
  order: 'oldest',
  create: (label, ids, world) =>
    world.post(`/api/task/${list}/addedit`, { [parent]: Number(ids.get(parent.toLowerCase())), Name: label }),
})

const tasks: Listed = {
  order: 'ascending',
  create: bySave('saveTask', (label, ids) => ({
    Name: label,
    ProjectId: ids.get('projectid') ?? null,
    DueDate: dayOf(label),
    StartDate: null,
  })),
}

/** Tasks of this month, since the list begins with it. */
const calendarTasks: Listed = {
  order: 'ascending',
  create: bySave('saveTask', (label) => {
    const day = `${new Date().toISOString().slice(0, 7)}-${String(NUMBERS[label] / 2).padStart(2, '0')}`
    return { Name: label, StartDate: day, DueDate: null }
  }),
}

const taskTypes = byName('saveTaskType')

const milestones = milestoneList('milestones', 'ProjectId')

const milestone = async (world: World, url: string, id: string, parent: string, ids: Ids): Promise<string> => {
  const owner =
    ids.get(parent.toLowerCase()) ?? (await world.idsFor(`:${parent.toLowerCase()}`)).get(parent.toLowerCase())
  const made = await world.post(url, { [id]: 0, [parent]: Number(owner), Name: `Venue ${world.next()}` })
  return String(made[id])
}

const addTaskRecords = async (world: World): Promise<void> => {
  await world.idsFor(':tasktypeid')
  await world.idsFor(':projectid')
}

const task = (world: World, body: object) => saveAt(world, '/api/task/items/0', 'TaskItemId', { Name: 'Call', ...body })

const template = (world: World, body: object) =>
  world.post('/api/projecttemplates/0', { Name: `Fair ${world.next()}`, ...body })

const usedByTasks = (world: World): UsedRecords => ({
  'tasktype <- task': async () => {
    const id = await world.idOf(':tasktypeid', 'tasktypeid')
    await task(world, { TaskTypeId: String(id) })
    return `/api/task/types/${id}/1`
  },
  'tasktype <- project template': async () => {
    const id = await world.idOf(':tasktypeid', 'tasktypeid')
    await template(world, { Tasks: [{ Name: 'Book a room', TaskTypeId: id }] })
    return `/api/task/types/${id}/1`
  },
  'project <- task': async () => {
    const id = await world.idOf(':projectid', 'projectid')
    await task(world, { ProjectId: String(id) })
    return `/api/projects/${id}/1`
  },
  'projecttype <- project': async () => {
    const id = await world.idOf(':projecttypeid', 'projecttypeid')
    await world.post('/api/projects/0', { Name: `Fair ${world.next()}`, ProjectTypeId: id })
    return `/api/projecttypes/${id}/1`
  },
  'projecttype <- project template': async () => {
    const id = await world.idOf(':projecttypeid', 'projecttypeid')
    await template(world, { ProjectTypeId: id })
    return `/api/projecttypes/${id}/1`
  },
})

export const walks: AreaWalks = {
  recipes: [
    [
      ':taskitemid',
      saved('saveTask', 'TaskItemId', async (world) => ({
        AssignedToContactId: await world.staff(),
        ContactId: await world.person(),
      })),
    ],
    [':projectid', saved('saveProject', 'ProjectId')],
    [':projecttypeid', saved('saveProjectType', 'ProjectTypeId')],
    [':projecttemplateid', saved('saveProjectTemplate', 'ProjectTemplateId')],
    [
      ':projectmilestoneid',
      (world, ids) => milestone(world, '/api/task/milestones/addedit', 'ProjectMilestoneId', 'ProjectId', ids),
    ],
    [
      ':projecttemplatemilestoneid',
      (world, ids) =>
        milestone(
          world,
          '/api/task/template/milestones/addedit',
          'ProjectTemplateMilestoneId',
          'ProjectTemplateId',
          ids,
        ),
    ],
    [':tasktypeid', saved('saveTaskType', 'TaskTypeId')],
  ],
  bodies: {
    saveMilestone: async (world) => {
      const { ProjectId } = await world.post('/api/projects/0', { Name: 'Fair' })
      const { ProjectMilestoneId } = await world.post('/api/task/milestones/addedit', { ProjectId, Name: 'Venue' })
      return { ProjectMilestoneId, ProjectId, Name: 'Venue booked' } as JsonObject
    },
    saveTemplateMilestone: async (world) => {
      const { ProjectTemplateId } = await world.post('/api/projecttemplates/0', { Name: 'Fair' })
      const named = { ProjectTemplateId, Name: 'Venue' }
      const { ProjectTemplateMilestoneId } = await world.post('/api/task/template/milestones/addedit', named)
      return { ...named, ProjectTemplateMilestoneId, Name: 'Venue booked' } as JsonObject
    },
  },
  lists: {
    listTaskTypes: taskTypes,
    lookupTaskTypes: taskTypes,
    lookupTasks: {
      order: 'name',
      create: (label, ids, world) =>
        world.post('/api/task/items/0', { Name: label, ProjectId: ids.get('projectid') ?? '' }),
    },
    listTasks: tasks,
    searchTasks: tasks,
    listProjectTasks: tasks,
    searchProjectTasks: tasks,
    listCalendarTasks: calendarTasks,
    searchCalendarTasks: calendarTasks,
    listMilestones: milestones,
    lookupMilestones: milestones,
    lookupTemplateMilestones: milestoneList('template/milestones', 'ProjectTemplateId'),
    listProjects: byName('saveProject'),
    listProjectTypes: byName('saveProjectType'),
    listProjectTemplates: byName('saveProjectTemplate'),
    lookupTaskPriorities: ['Low', 'Medium', 'High', 'Urgent'],
  },
  rows: addTaskRecords,
  parents: {
    projectid: 'SELECT project_id AS id FROM task_item WHERE project_id IS NOT NULL',
  },
  uses: usedByTasks,
  noUses: {
    'project -> contact': KEPT,
    'project_template_task -> project_template_milestone': CLEARED,
    'task_item -> contact': KEPT,
    'task_item -> project_milestone': CLEARED,
    'task_item -> task_item': CLEARED,
  },
  bounds: {
    'createProjectFromTemplate CustomFields': VALUES,
    'saveProject CustomFields': VALUES,
    'saveProject Milestones': IGNORED,
    'saveProjectTemplate Milestones':
      'is read only when the template is created; saveTemplateMilestone limits their number',
    'saveProjectTemplate Tasks': REPLACED,
    'saveTask TaskItems': {
      record: async (one) => `/api/task/items/${(await one.idsFor('/:taskitemid')).get('taskitemid')}`,
      read: (url) => `/api/task/items/${idIn(url)}/0/0`,
      item: (_, index) => ({ TaskItemId: 0, Name: `Subtask ${index}` }),
    },
  },
  deletions: [
    {
      operation: 'deleteMilestone',
      create: async (mark, shared) => {
        const named = { ProjectId: shared.project, Name: mark }
        const { ProjectMilestoneId } = await shared.world.post('/api/task/milestones/addedit', named)
        const task = await createTask(shared, { ProjectMilestoneId })
        return { ids: { projectmilestoneid: ProjectMilestoneId }, field: /^ProjectMilestoneId$/, records: [task] }
      },
      shownBy: ['getProject', 'listMilestones', 'lookupMilestones', 'getTask'],
      changes: 'getTask',
    },
    {
      operation: 'deleteTemplateMilestone',
      create: async (mark, { world }) => {
        const parts = { Milestones: [{ Name: mark }], Tasks: [{ Name: 'Offers', MilestoneName: mark }] }
        const made = await world.post('/api/projecttemplates/0', { Name: 'Fair', ...parts })
        const [milestone] = [made.Milestones ?? []].flat() as JsonObject[]
        const ids = { projecttemplatemilestoneid: milestone?.ProjectTemplateMilestoneId }
        return { ids, field: /^ProjectTemplateMilestoneId$/, records: [{ projecttemplateid: made.ProjectTemplateId }] }
      },
      shownBy: ['getProjectTemplate', 'lookupTemplateMilestones'],
      changes: 'getProjectTemplate',
    },
    {
      operation: 'deleteTask',
      create: async (mark, shared) => {
        const ids = await createTask(shared, { Name: mark })
        const task = await createTask(shared, { DependentOnTaskId: ids.taskitemid })
        return { ids, field: /Task(Item)?Id$/, records: [task] }
      },
      shownBy: ['getTask', 'listTasks', 'searchTasks', 'lookupTasks'],
      changes: 'getTask',
    },
  ],
  otherDeletions: {
    deleteProjectTemplate: UNREFERENCED,
  },
  delivered: {
    task: { create: addTask },
  },
}
