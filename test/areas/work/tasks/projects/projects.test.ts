import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Project, ProjectType } from '#contract/work/projects'
import type { Milestone } from '#contract/work/tasks'
import { openTaskWorld, type TaskWorld } from '#test/support/api/tasks'
import { expectShape } from '#test/support/contract-shape'

let world: TaskWorld
beforeAll(async () => {
  world = await openTaskWorld()
})
afterAll(() => world.server.close())

const project = (fields: object = {}) => world.save<Project>('/api/projects/0', { Name: 'Fair', ...fields })
const milestone = (ProjectId: number, Name: string) =>
  world.save<Milestone>('/api/task/milestones/addedit', { ProjectId, Name })
const refused = async (path: string, body: object) => {
  const answer = await world.admin.post(path, body)
  return [answer.statusCode, answer.json().code, answer.json().errors?.[0]?.pointer]
}

describe('POST /api/projects/{projectid} (saveProject)', () => {
  test('creates, returns, changes under its version, and deletes a project', async () => {
    const type = await world.save<ProjectType>('/api/projecttypes/0', { Name: 'Event' })
    const made = await project({
      Name: ' Annual  fair ',
      Description: 'Stands',
      ProjectTypeId: type.ProjectTypeId,
      ManagerContactId: world.staffId,
      StartDate: '2026-03-01',
      DueDate: '2026-05-01',
    })
    expectShape('saveProject', made)
    expect(made).toMatchObject({
      AuditId: 1,
      Name: 'Annual fair',
      ProjectType: 'Event',
      Manager: 'Jo Lind',
      IsActive: true,
    })
    const path = `/api/projects/${made.ProjectId}`
    expect((await world.admin.get(path)).json()).toEqual(made)
    await world.save(path, { AuditId: 1, ManagerContactId: null, IsActive: false })
    const read = await world.admin.get(path)
    expect(read.headers.etag).toBe('"2"')
    expect(read.json()).toMatchObject({
      Manager: null,
      IsActive: false,
      Description: 'Stands',
      StartDate: '2026-03-01',
    })
    expect(await refused(path, { AuditId: 1, Name: 'x' })).toEqual([409, 'stale-audit-id', undefined])
    expect((await world.admin.delete(`${path}/1`)).statusCode).toBe(409)
    expect((await world.admin.delete(`${path}/2`)).statusCode).toBe(200)
    expect((await world.admin.get(path)).statusCode).toBe(404)
  })

  test('rejects fields that are not valid', async () => {
    expect(await refused('/api/projects/0', {})).toEqual([422, 'name-needed', '/Name'])
    const days = { Name: 'x', StartDate: '2026-03-02', DueDate: '2026-03-01' }
    expect(await refused('/api/projects/0', days)).toEqual([422, 'task-rule', '/DueDate'])
    const manager = { Name: 'x', ManagerContactId: world.contactId }
    expect(await refused('/api/projects/0', manager)).toEqual([422, 'unknown-reference', '/ManagerContactId'])
    expect(await refused('/api/projects/0', { Name: 'x', ProjectTypeId: 2147480000 })).toEqual([
      422,
      'unknown-reference',
      '/ProjectTypeId',
    ])
  })
})

describe('DELETE /api/projects/{projectid}/{auditid} (deleteProject)', () => {
  test('returns 409 while tasks belong to the project, and counts them', async () => {
    const { ProjectId } = await project()
    const task = await world.task({
      ProjectId: String(ProjectId),
      TaskItems: [{ TaskItemId: 0, Name: 'part', IsComplete: true }],
    })
    expect((await world.admin.get(`/api/projects/${ProjectId}`)).json()).toMatchObject({
      TaskCount: 2,
      OpenTaskCount: 1,
    })
    expect(await world.read(task)).toMatchObject({ ProjectId: String(ProjectId), ProjectName: 'Fair' })
    expect((await world.admin.delete(`/api/projects/${ProjectId}/1`)).json().code).toBe('in-use')
    await world.change(task, { ProjectId: null })
    expect((await world.admin.delete(`/api/projects/${ProjectId}/1`)).statusCode).toBe(200)
  })
})

describe('GET /api/projects (listProjects)', () => {
  test('returns projects by name, filtered, searched and by page', async () => {
    const other = await openTaskWorld()
    const make = (Name: string, fields: object = {}) => other.save<Project>('/api/projects/0', { Name, ...fields })
    for (const [name, fields] of [
      ['Été', { StartDate: '2026-06-01' }],
      ['album', { IsActive: false }],
      ['Zoo', { StartDate: '2026-01-01' }],
    ] as const)
      await make(name, fields)
    const names = async (query: string) => {
      const answer = await other.admin.get(`/api/projects?${query}`)
      expect(answer.statusCode, answer.body).toBe(200)
      expectShape('listProjects', answer.json())
      return answer.json().Results.map(({ Name }: Project) => Name)
    }
    expect(await names('')).toEqual(['album', 'Été', 'Zoo'])
    expect(await names('Criteria=ETE')).toEqual(['Été'])
    expect(await names('Filter=IsActive eq true and OpenTaskCount eq 0&OrderBy=StartDate')).toEqual(['Zoo', 'Été'])
    expect(await names('OrderBy=StartDate')).toEqual(['Zoo', 'Été', 'album'])
    const first = await other.admin.get('/api/projects?Take=2')
    const next = /<([^>]+)>/.exec(String(first.headers.link))?.[1] ?? ''
    expect((await other.admin.get(next)).json().Results.map(({ Name }: Project) => Name)).toEqual(['Zoo'])
    await other.server.close()
  })
})

describe('POST /api/task/milestones/addedit (saveMilestone)', () => {
  test('adds and renames milestones, which are listed in the order of their creation with their counts', async () => {
    const { ProjectId } = await project()
    const booked = await milestone(ProjectId, 'Venue booked')
    expectShape('saveMilestone', booked)
    const id = booked.ProjectMilestoneId
    expect(booked).toEqual({
      Id: id,
      ProjectMilestoneId: id,
      TenantId: world.tenantId,
      ProjectId,
      Name: 'Venue booked',
    })
    await milestone(ProjectId, 'Hall opens')
    const task = await world.task({ ProjectId: String(ProjectId), ProjectMilestoneId: String(id) })
    expect((await world.read(task)).TaskData?.MilestoneName).toBe('Venue booked')
    await world.save('/api/task/milestones/addedit', { ProjectMilestoneId: id, ProjectId: 7, Name: 'Venue signed' })
    const lookup = (await world.admin.get(`/api/task/milestones/lookup/${ProjectId}`)).json()
    expectShape('lookupMilestones', lookup)
    expect(lookup).toMatchObject([
      { Id: id, Name: 'Venue signed', Order: 1 },
      { Name: 'Hall opens', Order: 2 },
    ])
    const list = (await world.admin.get(`/api/projects/${ProjectId}/milestones`)).json()
    expectShape('listMilestones', list)
    expect(list[0]).toMatchObject({ Name: 'Venue signed', TaskCount: 1, OpenTaskCount: 1 })
    expect((await world.admin.get(`/api/milestones/${id}`)).headers.etag).toBe('"2"')
    expect((await world.admin.get('/api/task/milestones/lookup/2147480000')).statusCode).toBe(404)
  })

  test('returns 409 for a name of the project that is already in use, and 422 for one of spaces', async () => {
    const { ProjectId } = await project()
    await milestone(ProjectId, 'Same')
    const path = '/api/task/milestones/addedit'
    expect(await refused(path, { ProjectId, Name: 'SAME' })).toEqual([409, 'duplicate', undefined])
    expect(await refused(path, { ProjectId, Name: ' ' })).toEqual([422, 'name-needed', '/Name'])
    expect(await refused(path, { ProjectId: 2147480000, Name: 'x' })).toEqual([422, 'unknown-reference', '/ProjectId'])
    expect(await refused(path, { ProjectMilestoneId: 2147480000, Name: 'x' })).toEqual([404, 'not-found', undefined])
    const both = await Promise.all([1, 2].map(() => refused(path, { ProjectId, Name: 'At once' })))
    expect(both.map(([status]) => status).sort()).toEqual([200, 409])
    await milestone((await project()).ProjectId, 'Same')
  })
})

describe('POST /api/task/items/{taskitemid} (saveTask)', () => {
  test('clears the milestone of a task that moves to another project, and rejects one of another project', async () => {
    const [one, other] = [await project(), await project()]
    const [here, there] = [await milestone(one.ProjectId, 'Here'), await milestone(other.ProjectId, 'There')]
    const wanted = { ProjectId: String(one.ProjectId), ProjectMilestoneId: String(there.Id) }
    expect((await world.tryChange(0, { Name: 'x', ...wanted })).body.errors?.[0]?.pointer).toBe('/ProjectMilestoneId')
    expect((await world.tryChange(0, { Name: 'x', ProjectMilestoneId: String(there.Id) })).status).toBe(422)
    const task = await world.task({
      ...wanted,
      ProjectMilestoneId: String(here.Id),
      TaskItems: [{ TaskItemId: 0, Name: 'part' }],
    })
    await world.change(task, { ...(await world.read(task)), ProjectId: String(other.ProjectId) })
    const moved = await world.read(task)
    expect(moved).toMatchObject({ ProjectId: String(other.ProjectId), ProjectMilestoneId: null })
    expect(await world.read(moved.TaskItems?.[0]?.TaskItemId ?? 0)).toMatchObject({
      ProjectId: String(other.ProjectId),
    })
    await world.change(task, { ProjectId: String(one.ProjectId), ProjectMilestoneId: String(here.Id) })
    expect((await world.read(task)).ProjectMilestoneId).toBe(String(here.Id))
  })
})

describe('DELETE /api/milestones/{projectmilestoneid} (deleteMilestone)', () => {
  test('leaves the tasks in the project', async () => {
    const { ProjectId } = await project()
    const { Id } = await milestone(ProjectId, 'Gone')
    const task = await world.task({ ProjectId: String(ProjectId), ProjectMilestoneId: String(Id) })
    expect((await world.admin.delete(`/api/milestones/${Id}`, { 'if-match': '"9"' })).statusCode).toBe(412)
    expect((await world.admin.delete(`/api/milestones/${Id}`)).statusCode).toBe(200)
    expect(await world.read(task)).toMatchObject({ AuditId: 2, ProjectId: String(ProjectId), ProjectMilestoneId: null })
  })

  test('changes each of more tasks than fit one batch, with an event for each', async () => {
    const { ProjectId } = await project()
    const { Id } = await milestone(ProjectId, 'Crowded')
    const first = await world.task({ ProjectId: String(ProjectId), ProjectMilestoneId: String(Id) })
    const { system } = world.server.database
    await system.$executeRaw`INSERT INTO task_item (tenant_id, type_id, name, project_id, milestone_id)
      SELECT tenant_id, type_id, 'Task ' || n, project_id, milestone_id FROM task_item, generate_series(1, 2500) n
      WHERE tenant_id = ${world.tenantId} AND id = ${first}`
    expect((await world.admin.delete(`/api/milestones/${Id}`)).statusCode).toBe(200)
    const where = { tenantId: world.tenantId, projectId: ProjectId }
    expect(await system.taskItem.count({ where: { ...where, milestoneId: null, auditId: 2 } })).toBe(2501)
    const event = { kind: 'task.updated', payload: { path: ['projectId'], equals: ProjectId } }
    expect(await system.outboxEvent.count({ where: { tenantId: world.tenantId, ...event } })).toBe(2501)
  })
})

describe('DELETE /api/projects/{projectid}/{auditid} (deleteProject)', () => {
  test('deletes its milestones, with an event for each', async () => {
    const { ProjectId } = await project()
    const ids = [(await milestone(ProjectId, 'One')).Id, (await milestone(ProjectId, 'Two')).Id]
    await world.save('/api/task/milestones/addedit', { ProjectMilestoneId: ids[1], ProjectId, Name: 'Second' })
    expect((await world.admin.delete(`/api/projects/${ProjectId}/1`)).statusCode).toBe(200)
    for (const id of ids) expect((await world.admin.get(`/api/milestones/${id}`)).statusCode).toBe(404)
    const { system } = world.server.database
    const events = await system.outboxEvent.findMany({
      where: {
        tenantId: world.tenantId,
        kind: 'milestone.deleted',
        payload: { path: ['projectId'], equals: ProjectId },
      },
      orderBy: { id: 'asc' },
    })
    expect(events.map(({ entityId, auditId }) => [entityId, auditId])).toEqual([
      [ids[0], 2],
      [ids[1], 3],
    ])
  })
})

describe('POST /api/projecttypes/{projecttypeid} (saveProjectType)', () => {
  test('returns 409 for a name that is already in use, and 409 for the deletion of a type in use', async () => {
    const { save, admin } = world
    const type = await save<ProjectType>('/api/projecttypes/0', { Name: 'Building' })
    expectShape('saveProjectType', type)
    expect(await refused('/api/projecttypes/0', { Name: 'BUILDING' })).toEqual([409, 'duplicate', undefined])
    expect(await refused('/api/projecttypes/0', { Name: null })).toEqual([422, 'name-needed', '/Name'])
    const path = `/api/projecttypes/${type.ProjectTypeId}`
    await save(path, { AuditId: 1, Name: 'Works' })
    expect((await admin.get('/api/projecttypes')).json()).toContainEqual({ ...type, AuditId: 2, Name: 'Works' })
    const { ProjectId } = await project({ ProjectTypeId: type.ProjectTypeId })
    expect((await admin.delete(`${path}/2`)).json().code).toBe('in-use')
    await save(`/api/projects/${ProjectId}`, { AuditId: 1, ProjectTypeId: null })
    const field = await admin.post('/api/customfields/0', {
      ObjectTypeId: '10',
      DisplayName: 'Cost centre',
      CustomFieldDataTypeId: '1',
      ProjectTypeId: String(type.ProjectTypeId),
    })
    expect(field.statusCode, field.body).toBe(200)
    expect((await admin.delete(`${path}/2`)).json().code).toBe('in-use')
    await admin.delete(`/api/customfields/${field.json().CustomFieldId ?? field.json().Id}`)
  })
})

describe('custom fields of projects', () => {
  const define = async (fields: object): Promise<number> => {
    const text = { ObjectTypeId: '10', CustomFieldDataTypeId: '1' }
    return (await world.save<{ CustomFieldId: number }>('/api/customfields/0', { ...text, ...fields })).CustomFieldId
  }
  const valueIn = ({ CustomFields }: Project, name: string) =>
    CustomFields?.find(({ DisplayName }) => DisplayName === name)?.Value

  describe('POST /api/projects/{projectid} (saveProject)', () => {
    test('stores values, records them in the history and deletes them with the project', async () => {
      const id = await define({ DisplayName: 'Budget line' })
      const made = await project({ CustomFields: [{ CustomFieldId: id, Value: 'B-12' }] })
      expect(valueIn(made, 'Budget line')).toBe('B-12')
      const path = `/api/projects/${made.ProjectId}`
      const saved = await world.save<Project>(path, { AuditId: 1, Name: 'Renamed' })
      expect(valueIn(saved, 'Budget line')).toBe('B-12')
      await world.save(path, { AuditId: 2, CustomFields: [{ CustomFieldId: id, Value: 'B-13' }] })
      const { system } = world.server.database
      const history = { tenantId: world.tenantId, entity: 'project', entityId: made.ProjectId, auditId: 3 }
      expect(JSON.stringify((await system.auditEntry.findFirst({ where: history }))?.changes)).toContain('B-13')
      expect((await world.admin.delete(`${path}/3`)).statusCode).toBe(200)
      expect(await system.customFieldValue.count({ where: { tenantId: world.tenantId, fieldId: id } })).toBe(0)
      expect(
        await refused('/api/projects/0', { Name: 'x', CustomFields: [{ CustomFieldId: 2147480000, Value: 'y' }] }),
      ).toEqual([422, 'unknown-reference', '/CustomFields/0/CustomFieldId'])
    })

    test("uses the fields of the project's type, and requires a required one only for that type", async () => {
      const { ProjectTypeId } = await world.save<ProjectType>('/api/projecttypes/0', { Name: 'Building site' })
      const id = await define({ DisplayName: 'Permit', ProjectTypeId: String(ProjectTypeId), IsRequired: true })
      const value = { CustomFields: [{ CustomFieldId: id, Value: 'P-1' }] }
      expect((await refused('/api/projects/0', { Name: 'x', ...value }))[1]).toBe('unknown-reference')
      expect(valueIn(await project(), 'Permit')).toBeUndefined()
      expect((await refused('/api/projects/0', { Name: 'x', ProjectTypeId }))[1]).toBe('required-field')
      expect(valueIn(await project({ ProjectTypeId, ...value }), 'Permit')).toBe('P-1')
      const template = await world.save<{ ProjectTemplateId: number }>('/api/projecttemplates/0', {
        Name: 'Site',
        ProjectTypeId,
      })
      const path = `/api/projecttemplates/${template.ProjectTemplateId}/projects`
      expect((await refused(path, {}))[1]).toBe('required-field')
      expect(valueIn(await world.save<Project>(path, value), 'Permit')).toBe('P-1')
    })
  })
})
