import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Project, ProjectTemplate } from '#contract/work/projects'
import type { TaskRow } from '#contract/work/tasks'
import { countQueries } from '#test/support/database/count-queries'
import { expectShape } from '#test/support/server/contract-shape'
import { FAIR_TEMPLATE, openTaskWorld, type TaskWorld } from '#test/support/work/tasks'

let world: TaskWorld
beforeAll(async () => {
  // The 5th already in Auckland.
  world = await openTaskWorld('2026-03-04T12:00:00Z', 'Pacific/Auckland')
})
afterAll(() => world.server.close())

let made = 0
const template = (fields: object = {}) =>
  world.save<ProjectTemplate>('/api/projecttemplates/0', { Name: `Template ${++made}`, ...fields })
const refused = async (path: string, body: object) => {
  const answer = await world.admin.post(path, body)
  return [answer.statusCode, answer.json().code, answer.json().errors?.[0]?.pointer]
}

describe('a project from a template', () => {
  const make = (id: number, fields: object = {}) => world.save<Project>(`/api/projecttemplates/${id}/projects`, fields)
  const rows = async (id: number): Promise<TaskRow[]> =>
    (await world.admin.post(`/api/task/project/${id}/items/all`, { OrderBy: 'TaskItemId' })).json().Results

  describe('POST /api/projecttemplates/{projecttemplateid}/projects (createProjectFromTemplate)', () => {
    test('creates milestones and tasks with days counted from the first, subtasks and dependencies', async () => {
      const { ProjectTemplateId } = await template({ ...FAIR_TEMPLATE })
      const project = await make(ProjectTemplateId, {
        Name: 'Fair 2027',
        StartDate: '2027-02-20',
        ManagerContactId: world.staffId,
        AssignedToContactId: world.staffId,
        ContactId: world.contactId,
      })
      expectShape('createProjectFromTemplate', project)
      expect(project).toMatchObject({
        Name: 'Fair 2027',
        Description: 'Booths and a dinner',
        Manager: 'Jo Lind',
        StartDate: '2027-02-20',
        DueDate: '2027-03-22',
        TaskCount: 4,
        OpenTaskCount: 4,
        Milestones: [
          { Name: 'Venue booked', TaskCount: 2 },
          { Name: 'Hall opens', TaskCount: 0 },
        ],
      })
      const tasks = await rows(project.ProjectId)
      expect(tasks.map(({ Name, StartDate, DueDate }) => [Name, StartDate, DueDate])).toEqual([
        ['Ask for offers', '2027-02-20', '2027-03-06'],
        ['Sign', null, '2027-03-22'],
        ['Visit the venue', null, '2027-03-04'],
        ['Review', '2027-02-13', null],
      ])
      const [offers, sign, visit, review] = await Promise.all(tasks.map(({ TaskItemId }) => world.read(TaskItemId)))
      expect(sign).toMatchObject({
        DependentOnTaskId: String(offers?.TaskItemId),
        TaskPriorityId: '3',
        Contact: 'Ada Moreno',
        TaskData: { MilestoneName: 'Venue booked', AssignedToContact: 'Jo Lind' },
      })
      expect(offers).toMatchObject({ EstimatedHours: 2.5, TaskItems: [{ Name: 'Visit the venue' }] })
      expect(visit?.TaskData?.ParentTaskItemId).toBe(offers?.TaskItemId)
      expect(visit?.DependentOnTaskId).toBe(String(review?.TaskItemId))
      expect((await world.tryChange(sign?.TaskItemId ?? 0, { IsComplete: true })).body.code).toBe('task-open')
    })

    test('sets the due date to the last day of the tasks, not before the first day, or to null without days', async () => {
      const dueOf = async (Name: string, Tasks: object[]) =>
        (await make((await template({ Name, Tasks })).ProjectTemplateId, { StartDate: '2027-01-29' })).DueDate
      expect(
        await dueOf('Starts last', [
          { Name: 'a', DueDay: 2 },
          { Name: 'b', StartDay: 5 },
        ]),
      ).toBe('2027-02-03')
      expect(await dueOf('Ahead', [{ Name: 'a', StartDay: -9, DueDay: -3 }])).toBe('2027-01-29')
      expect(await dueOf('Dayless', [{ Name: 'a' }])).toBeNull()
    })

    test("uses today in the tenant's time zone and the template's name by default", async () => {
      const { ProjectTemplateId, Name } = await template({ Tasks: [{ Name: 'Only', DueDay: 1 }] })
      const project = await make(ProjectTemplateId)
      expect(project).toMatchObject({ Name, StartDate: '2026-03-05', DueDate: '2026-03-06' })
    })

    test('records every created record, and the project remains when the template changes or is deleted', async () => {
      const { ProjectTemplateId: id } = await template({ ...FAIR_TEMPLATE })
      const { ProjectId } = await make(id)
      await world.save(`/api/projecttemplates/${id}`, { AuditId: 1, Tasks: [] })
      await world.admin.delete(`/api/projecttemplates/${id}/2`)
      expect(await rows(ProjectId)).toHaveLength(4)
      const events = await world.server.database.system.outboxEvent.groupBy({
        by: ['kind'],
        where: {
          tenantId: world.tenantId,
          OR: [{ entity: 'project', entityId: ProjectId }, { payload: { path: ['projectId'], equals: ProjectId } }],
        },
        _count: true,
        orderBy: { kind: 'asc' },
      })
      expect(events.map(({ kind, _count }) => [kind, _count])).toEqual([
        ['milestone.created', 2],
        ['project.created', 1],
        ['task.created', 4],
      ])
    })

    test('rejects an assignee that is not a member of the staff, and an inactive type', async () => {
      const { ProjectTemplateId: id } = await template({ ...FAIR_TEMPLATE })
      const path = `/api/projecttemplates/${id}/projects`
      expect(await refused(path, { AssignedToContactId: world.contactId })).toEqual([
        422,
        'unknown-reference',
        '/AssignedToContactId',
      ])
      expect(await refused('/api/projecttemplates/2147480000/projects', {})).toEqual([404, 'not-found', undefined])
      const type = await world.save<{ TaskTypeId: number }>('/api/task/types/0', {
        Name: 'Rare',
        SystemTaskTypeId: '1',
      })
      const rare = await template({ Tasks: [{ Name: 'x', TaskTypeId: type.TaskTypeId }] })
      expect((await world.admin.delete(`/api/task/types/${type.TaskTypeId}/1`)).json().code).toBe('in-use')
      expect(await refused(`/api/task/types/${type.TaskTypeId}`, { AuditId: 1, SystemTaskTypeId: '2' })).toEqual([
        409,
        'in-use',
        undefined,
      ])
      await world.save(`/api/task/types/${type.TaskTypeId}`, { AuditId: 1, IsActive: false })
      expect(await refused(`/api/projecttemplates/${rare.ProjectTemplateId}/projects`, {})).toEqual([
        422,
        'type-inactive',
        undefined,
      ])
    })

    test('uses the same number of statements for five and for five hundred tasks', async () => {
      const statements = async (count: number) => {
        const Tasks = Array.from({ length: count }, (_, n) => ({
          Name: `Task ${n}`,
          DueDay: n % 50,
          ...(n > 0 && { DependentOnNumber: n }),
        }))
        const { ProjectTemplateId } = await template({ Tasks })
        const { result, queries } = await countQueries(world.server.database, () => make(ProjectTemplateId))
        expect(result.TaskCount).toBe(count)
        return queries.length
      }
      expect(await statements(500)).toBe(await statements(5))
    })
  })
})
