import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DELETE_FILES, fileCleanup } from '#areas/integration/files/files.job'
import { systemClock } from '#kernel/time/clock'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'
import { upload } from '#test/support/integration/files'
import { runJobs } from '#test/support/jobs/run-jobs'
import { addField } from '#test/support/people/custom-fields'

let server: TestApp
let mine: TestCaller
let resume: string
let licence: string
beforeAll(async () => {
  server = await buildTestApp({ own: true })
  mine = await server.tenant()
  resume = (await addField(server.database, mine.tenant.id, { name: 'Resume', dataTypeId: 10, dataSize: 1 })).name
  licence = (await addField(server.database, mine.tenant.id, { name: 'Licence', dataTypeId: 10 })).name
})
afterAll(() => server.close())

interface Saved {
  ContactId: number
  AuditId: number
  CustomFields: { Name: string; Value: string | null }[]
}

const person = async (values: Record<string, number | null> = {}, caller = mine): Promise<Saved> => {
  const answer = await save(0, 0, values, caller)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}
const save = (id: number, AuditId: number, values: Record<string, number | null>, caller = mine) =>
  caller.post(`/api/contacts/person/${id}`, {
    AuditId,
    ...(id === 0 && { FirstName: 'Ada', LastName: `Lindqvist ${crypto.randomUUID()}` }),
    CustomFields: Object.entries(values).map(([Name, value]) => ({
      Name,
      Value: value === null ? null : String(value),
    })),
  })
const detailsOf = async (file: number) => {
  const answer = await mine.get(`/api/files/${file}`)
  return answer.statusCode === 200 ? answer.json() : answer.statusCode
}
const cleanUp = async () => {
  await fileCleanup.task({ database: server.database, clock: systemClock, log: server.app.log }, {})
  await runJobs(server, DELETE_FILES)
}
const codeAndPointer = (answer: { json(): { code: string; errors: { pointer: string }[] } }) => {
  const { code, errors } = answer.json()
  return [code, errors[0]?.pointer]
}

describe('a custom field of the type File', () => {
  test('has an upload as its value, which then belongs to the record', async () => {
    const file = await upload(mine, 'cv.pdf', '%PDF-1.7\n')
    const { ContactId, CustomFields } = await person({ [resume]: file })
    expect(CustomFields).toContainEqual(expect.objectContaining({ Name: resume, Value: String(file) }))
    expect(await detailsOf(file)).toMatchObject({
      OwnerKind: 'contact',
      OwnerId: ContactId,
      ExpiresDate: null,
      Actions: ['view', 'link'],
    })
    const limited = await server.caller(mine.tenant, ['files:read'])
    expect((await limited.get(`/api/webdav/${file}`)).statusCode).toBe(403)
    const filter = encodeURIComponent(`CustomFields.${resume} eq ${file}`)
    expect((await mine.get(`/api/contacts?$filter=${filter}`)).json().TotalRecordAvailable).toBe('1')
  })

  test('keeps its file in a save that repeats it, and deletes it when it is replaced or cleared', async () => {
    const first = await upload(mine, 'one.txt', '1')
    const second = await upload(mine, 'two.txt', '2')
    const { ContactId, AuditId } = await person({ [resume]: first })
    const kept = (await save(ContactId, AuditId, { [resume]: first })).json()
    expect(await detailsOf(first)).toMatchObject({ OwnerId: ContactId })
    const replaced = (await save(ContactId, kept.AuditId, { [resume]: second })).json()
    await cleanUp()
    expect([await detailsOf(first), (await detailsOf(second)).OwnerId]).toEqual([404, ContactId])
    await save(ContactId, replaced.AuditId, { [resume]: null })
    await cleanUp()
    expect(await detailsOf(second)).toBe(404)
  })

  test('rejects a file of another record, of another caller, too large, or unknown', async () => {
    const file = await upload(mine, 'one.txt', '1')
    await person({ [resume]: file })
    const large = await upload(mine, 'large.bin', Buffer.alloc(1_000_001))
    const wrong = ['unknown-reference', '/CustomFields/0/Value']
    for (const value of [file, large, 2_147_000_000])
      expect(codeAndPointer(await save(0, 0, { [resume]: value })), String(value)).toEqual(wrong)
    expect((await save(0, 0, { [licence]: large })).statusCode).toBe(200)
    const limited = await server.caller(mine.tenant, ['contacts:read', 'contacts:write'])
    const own = await upload(mine, 'mine.txt', 'mine')
    expect(codeAndPointer(await save(0, 0, { [resume]: own }, limited))).toEqual(wrong)
  })

  test('of two records that take one upload at the same time, one gets it', async () => {
    const file = await upload(mine, 'race.txt', 'race')
    const answers = await Promise.all([1, 2, 3, 4].map(() => save(0, 0, { [resume]: file })))
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    for (const { statusCode } of answers) expect([200, 409, 422]).toContain(statusCode)
  })

  test('cannot be deleted while a record has it', async () => {
    const file = await upload(mine, 'used.txt', 'used')
    await person({ [licence]: file })
    const refused = await mine.delete(`/api/files/${file}`)
    expect(refused.json()).toMatchObject({ code: 'in-use', users: [{ kind: 'custom field', name: `The ${licence}` }] })
  })

  test('a merge moves the file to the winner and deletes the one that the winner does not take', async () => {
    const taken = await upload(mine, 'taken.txt', 't')
    const dropped = await upload(mine, 'dropped.txt', 'd')
    const own = await upload(mine, 'own.txt', 'o')
    const winner = await person({ [licence]: own })
    const loser = await person({ [resume]: taken, [licence]: dropped })
    const merged = await mine.post('/api/contacts/merge', {
      WinnerContactId: winner.ContactId,
      WinnerAuditId: winner.AuditId,
      LoserContactId: loser.ContactId,
      LoserAuditId: loser.AuditId,
    })
    expect(merged.statusCode, merged.body).toBe(200)
    await cleanUp()
    expect([(await detailsOf(taken)).OwnerId, (await detailsOf(own)).OwnerId]).toEqual([
      winner.ContactId,
      winner.ContactId,
    ])
    expect(await detailsOf(dropped)).toBe(404)
  })

  test('the deletion of the field deletes its files', async () => {
    const field = await addField(server.database, mine.tenant.id, { name: 'Photo', dataTypeId: 10 })
    const file = await upload(mine, 'photo.txt', 'p')
    await person({ Photo: file })
    const url = `/api/customfields/${field.id}`
    expect((await mine.delete(`${url}/1?forcesave=true`)).statusCode).toBe(200)
    await cleanUp()
    expect(await detailsOf(file)).toBe(404)
  })

  test('a value of a membership belongs to the membership', async () => {
    const { database } = server
    await addField(database, mine.tenant.id, { name: 'Form', dataTypeId: 10, objectTypeId: 4 })
    const type = (await mine.post('/api/membershiptypes/0', { Name: 'Regular' })).json()
    const level = await mine.post(`/api/membershiptypes/${type.MembershipTypeId}/levels/0`, { Name: 'One', Price: 10 })
    const file = await upload(mine, 'form.txt', 'f')
    const made = await mine.post('/api/memberships/0', {
      ContactId: (await person()).ContactId,
      MembershipTypeId: type.MembershipTypeId,
      LevelId: level.json().MembershipLevelId ?? level.json().LevelId,
      CustomFields: [{ Name: 'Form', Value: String(file) }],
    })
    expect(made.statusCode, made.body).toBe(200)
    expect(await detailsOf(file)).toMatchObject({ OwnerKind: 'membership', OwnerId: made.json().MembershipId })
  })
})
