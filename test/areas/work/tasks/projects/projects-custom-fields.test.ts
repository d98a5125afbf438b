import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Project, ProjectType } from '#contract/work/projects'
import { expectShape } from '#test/support/server/contract-shape'
import { openTaskWorld, type TaskWorld } from '#test/support/work/tasks'

let world: TaskWorld
beforeAll(async () => {
  world = await openTaskWorld()
})
afterAll(() => world.server.close())

const project = (fields: object = {}) => world.save<Project>('/api/projects/0', { Name: 'Fair', ...fields })
const refused = async (path: string, body: object) => {
  const answer = await world.admin.post(path, body)
  return [answer.statusCode, answer.json().code, answer.json().errors?.[0]?.pointer]
}

/** Reads a path, and checks the status and the documented shape. */
const read = async (operationId: string, path: string) => {
  const response = await world.admin.get(path)
  expect(response.statusCode, response.body).toBe(200)
  expectShape(operationId, response.json())
  return { body: response.json(), etag: response.headers.etag }
}

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

  describe('GET /api/projects (listProjects)', () => {
    test('filters and orders by them, with exact totals and pages', async () => {
      const id = await define({ DisplayName: 'Venue cost', CustomFieldDataTypeId: '4' })
      const named = async (Name: string, Value: string | null) =>
        project({ Name: `Venue ${Name}`, CustomFields: [{ CustomFieldId: id, Value }] })
      for (const [name, value] of Object.entries({ A: '200.00', B: null, C: '90.50', D: '1000.00' }))
        await named(name, value)
      const list = async (query: Record<string, string>) => {
        const path = `/api/projects?${new URLSearchParams({ Criteria: 'Venue', ...query })}`
        const { body } = await read('listProjects', path)
        return [body.TotalRecordAvailable, ...body.Results.map(({ Name }: { Name: string }) => Name.slice(6))]
      }
      expect(await list({ Filter: 'CustomFields.VenueCost ge 100' })).toEqual(['2', 'A', 'D'])
      expect(await list({ Filter: 'customfields.venuecost eq null' })).toEqual(['1', 'B'])
      expect(await list({ OrderBy: 'CustomFields.VenueCost' })).toEqual(['4', 'C', 'A', 'D', 'B'])
      expect(await list({ OrderBy: 'CustomFields.VenueCost desc', Take: '1', Skip: '1' })).toEqual(['4', 'A'])
      const all = await world.admin.get(
        '/api/projects?Filter=CustomFields.VenueCost gt 0&OrderBy=CustomFields.VenueCost',
      )
      expect(all.json().TotalRecordAvailable).toBe('3')
      const wrong = await world.admin.get('/api/projects?Filter=CustomFields.Nonsense eq 1')
      expect([wrong.statusCode, wrong.json().errors?.[0]?.pointer]).toEqual([400, 'query:Filter'])
    })
  })
})
