import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Project, ProjectType } from '#contract/work/projects'
import { expectShape } from '#test/support/server/contract-shape'
import { openTaskWorld, type TaskWorld } from '#test/support/work/tasks'

let world: TaskWorld
beforeAll(async () => {
  world = await openTaskWorld()
})
afterAll(() => world.server.close())

/** Reads a path, and checks the status and the documented shape. */
const read = async (operationId: string, path: string) => {
  const response = await world.admin.get(path)
  expect(response.statusCode, response.body).toBe(200)
  expectShape(operationId, response.json())
  return { body: response.json(), etag: response.headers.etag }
}

const createType = async (Name: string): Promise<number> =>
  (await world.save<ProjectType>('/api/projecttypes/0', { Name })).ProjectTypeId

const project = (fields: object = {}) => world.save<Project>('/api/projects/0', { Name: 'Fair', ...fields })
const refused = async (path: string, body: object) => {
  const answer = await world.admin.post(path, body)
  return [answer.statusCode, answer.json().code, answer.json().errors?.[0]?.pointer]
}

describe('GET /api/projecttypes (listProjectTypes)', () => {
  test('returns the types by name', async () => {
    await createType('Zoo')
    await createType('alpha')
    const { body } = await read('listProjectTypes', '/api/projecttypes')
    expect(body.map(({ Name }: ProjectType) => Name)).toEqual(['alpha', 'Zoo'])
  })
})

describe('GET /api/projecttypes/{projecttypeid} (getProjectType)', () => {
  test('returns one type with its version', async () => {
    const id = await createType('Event')
    const { body, etag } = await read('getProjectType', `/api/projecttypes/${id}`)
    expect(body).toEqual({ ProjectTypeId: id, AuditId: 1, Name: 'Event' })
    expect(etag).toBe('"1"')
    expect((await world.admin.get('/api/projecttypes/2147480000')).statusCode).toBe(404)
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

describe('POST /api/projecttypes/{projecttypeid} (saveProjectType)', () => {
  test('records each change of a type with its name', async () => {
    const id = await createType('Show')
    await world.save(`/api/projecttypes/${id}`, { AuditId: 1, Name: 'Exhibition' })
    await world.admin.delete(`/api/projecttypes/${id}/2`)
    expect(await world.trail('projecttype', id)).toEqual(
      [
        ['created', 'Show'],
        ['updated', 'Exhibition'],
        ['deleted', 'Exhibition'],
      ].map(([action, name], n) => ({
        kind: `projecttype.${action}`,
        auditId: n + 1,
        payload: { name },
        changes: {
          Name: [
            { old: null, new: 'Show' },
            { old: 'Show', new: name },
            { old: name, new: null },
          ][n],
        },
      })),
    )
  })
})

describe('DELETE /api/projecttypes/{projecttypeid}/{auditid} (deleteProjectType)', () => {
  test('deletes a type after its last project is deleted', async () => {
    const id = await createType('Used')
    const project = await world.save<Project>('/api/projects/0', { Name: 'Fair', ProjectTypeId: id })
    const remove = async (path: string) => (await world.admin.delete(path)).statusCode
    expect(await remove(`/api/projecttypes/${id}/1`)).toBe(409)
    expect(await remove(`/api/projects/${project.ProjectId}/1`)).toBe(200)
    expect(await remove(`/api/projecttypes/${id}/7`)).toBe(409)
    expect(await remove(`/api/projecttypes/${id}/1`)).toBe(200)
    expect((await world.admin.get(`/api/projecttypes/${id}`)).statusCode).toBe(404)
  })
})

describe('POST /api/projecttypes/{projecttypeid} (saveProjectType)', () => {
  test('returns 422 too-many after 200 types', async () => {
    const { tenantId, server, admin } = world
    const { projectType } = server.database.system
    const count = await projectType.count({ where: { tenantId } })
    const filler = (n: number) => ({ tenantId, name: `Filler ${n}`, nameKey: `filler ${n}` })
    await projectType.createMany({ data: Array.from({ length: 199 - count }, (_, n) => filler(n)) })
    const id = await createType('Last')
    const refused = await admin.post('/api/projecttypes/0', { Name: 'One more' })
    expect([refused.statusCode, refused.json().code]).toEqual([422, 'too-many'])
    await world.save(`/api/projecttypes/${id}`, { AuditId: 1, Name: 'The last' })
  })
})
