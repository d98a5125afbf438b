import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BooksBench, openBooks, type SetupRecords } from '#test/support/finance/books'
import { type Json, refusal } from '#test/support/people/contact-parts'

let bench: BooksBench
let classes: SetupRecords
beforeAll(async () => {
  bench = await openBooks()
  classes = bench.of('classes')
})
afterAll(() => bench.server.close())

const create = async (Name: string, ParentClassId: unknown = null): Promise<unknown> =>
  (await classes.saved(0, { Name, ParentClassId })).ClassId

describe('POST /api/finance/classes/{classId} (saveTransactionClass)', () => {
  test('creates a tree of classes with full names', async () => {
    const education = await create('Education')
    const { body } = await bench.good(
      'saveTransactionClass',
      classes.save(0, { Name: 'Workshops', ParentClassId: education }),
    )
    expect(body).toMatchObject({ FullName: 'Education:Workshops', ParentClassId: education, IsActive: true })
    const renamed = await classes.saved(education, { AuditId: 1, Name: 'Learning' })
    expect(renamed.FullName).toBe('Learning')
    expect((await classes.read(body.ClassId)).json().FullName).toBe('Learning:Workshops')
    expect(await refusal(classes.save(0, { Name: 'WORKSHOPS', ParentClassId: education }))).toEqual([409, 'duplicate'])
    expect(await classes.saved(0, { Name: 'Workshops' })).toMatchObject({ FullName: 'Workshops' })
    expect((await classes.traces('transactionclass', education)).events).toEqual([
      'transactionclass.created',
      'transactionclass.updated',
    ])
  })

  test('rejects a cycle, an unknown parent and a name with a colon', async () => {
    const top = await create('Advocacy')
    const middle = await create('State', top)
    const low = await create('Senate', middle)
    expect(await refusal(classes.save(top, { AuditId: 1, ParentClassId: low }))).toEqual([422, '/ParentClassId'])
    expect(await refusal(classes.save(top, { AuditId: 1, ParentClassId: top }))).toEqual([422, '/ParentClassId'])
    expect(await refusal(classes.save(top, { AuditId: 1, ParentClassId: 2_000_000_000 }))).toEqual([
      422,
      '/ParentClassId',
    ])
    expect(await refusal(classes.save(0, { Name: 'A:B' }))).toEqual([422, '/Name'])
  })

  test('limits the tree to ten levels, also when a class moves with those below it', async () => {
    let at: unknown = null
    const path: unknown[] = []
    for (let level = 1; level <= 10; level++) {
      at = await create(`Level ${level}`, at)
      path.push(at)
    }
    expect(await refusal(classes.save(0, { Name: 'Level 11', ParentClassId: at }))).toEqual([422, '/ParentClassId'])
    const upper = await create('Upper')
    expect(await refusal(classes.save(path[0], { AuditId: 1, ParentClassId: upper }))).toEqual([422, '/ParentClassId'])
    expect(await classes.saved(path[1], { AuditId: 1, ParentClassId: upper })).toMatchObject({
      FullName: 'Upper:Level 2',
    })
  })

  test('makes no cycle of two classes that move below each other simultaneously', async () => {
    const one = await create('Spring')
    const other = await create('Autumn')
    const answers = await Promise.all([
      classes.save(one, { AuditId: 1, ParentClassId: other }),
      classes.save(other, { AuditId: 1, ParentClassId: one }),
    ])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 422])
  })
})

describe('GET /api/finance/classes (listTransactionClasses)', () => {
  test('is ordered by full names', async () => {
    const caller = await bench.server.tenant()
    const save = async (Name: string, ParentClassId: unknown = null) =>
      (await classes.save(0, { Name, ParentClassId }, caller)).json().ClassId
    const works = await save('Works')
    await save('Arts', works)
    await save('Zoo', await save('Care'))
    const { body } = await bench.good('listTransactionClasses', classes.list('', caller))
    const rows = (body as unknown as { Results: Json[] }).Results
    expect(rows.map(({ FullName }) => FullName)).toEqual(['Care', 'Care:Zoo', 'Works', 'Works:Arts'])
  })
})

describe('GET /api/finance/classes/lookup (lookupTransactionClasses)', () => {
  test('contains the active classes by their full names', async () => {
    const parent = await create('Events')
    await create('Gala', parent)
    await classes.saved(0, { Name: 'Picnic', ParentClassId: parent, IsActive: false })
    const { body } = await bench.good('lookupTransactionClasses', classes.lookup())
    const names = body.map(({ Name }) => Name)
    expect(names).toEqual(expect.arrayContaining(['Events', 'Events:Gala']))
    expect(names).not.toContain('Events:Picnic')
  })
})

describe('GET /api/finance/classes/{classId} (getTransactionClass)', () => {
  test('returns 404 for the id of another tenant', async () => {
    expect(await refusal(classes.read(await create('Private'), bench.theirs))).toEqual([404, 'not-found'])
  })
})

describe('DELETE /api/finance/classes/{classId} (deleteTransactionClass)', () => {
  test('deletes a class after those below it', async () => {
    const parent = await create('Old programs')
    const child = await create('Choir', parent)
    expect(await refusal(classes.remove(parent))).toEqual([409, 'in-use'])
    expect((await classes.remove(child)).statusCode).toBe(200)
    expect((await classes.remove(parent)).statusCode).toBe(200)
    expect(await refusal(classes.read(parent))).toEqual([404, 'not-found'])
  })
})
