import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { importRows, readFile } from '#areas/people/imports/engine.service'
import { planImport } from '#areas/people/imports/plans/plans.service'
import { beginState, openFileImport } from '#areas/people/imports/runs.service'
import { systemScope } from '#kernel/outbox/deliver'
import { systemClock } from '#kernel/time/clock'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'
import { imported } from '#test/support/people/imports'

let server: TestApp
beforeAll(async () => {
  server = await buildTestApp()
})
afterAll(() => server.close())

const FAMILY =
  'First Name,Last Name,Email,City\nAnn,Alder,family@alder.example,Kiel\n' +
  'Ben,Alder,family@alder.example,Bonn\nCarl,Alder,family@alder.example,Ulm\n'
const ROW = 'another row of the file has this address (SharedAddress=create makes a contact of each)'
const CONTACT = 'an existing contact of another name has this address (SharedAddress=create makes a contact of each)'

const cities = async (caller: TestCaller): Promise<string[]> => {
  const { Results } = (await caller.get('/api/contacts?$orderby=ContactId')).json()
  return Results.map(({ Name, City }: { Name: string; City: string | null }) => `${Name}: ${City}`)
}

/** Checks a file, then imports it: both have the same result. */
const both = async (caller: TestCaller, content: string, Options: object) => {
  const dry = await imported(server, caller, content, { ...Options, IsDryRun: true })
  const done = await imported(server, caller, content, Options)
  const counts = ({ Created, Updated, Unchanged, Refused }: typeof done) => ({ Created, Updated, Unchanged, Refused })
  expect(counts(dry)).toEqual(counts(done))
  return done
}

describe('POST /api/imports (startImport): people with one address', () => {
  test('refuses the other people of a file', async () => {
    const caller = await server.tenant()
    const done = await both(caller, FAMILY, { Match: 'Email' })
    expect(done).toMatchObject({ Created: 1, Updated: 0, Refused: 2, Reasons: [{ Reason: ROW, Lines: [3, 4] }] })
    expect(await cities(caller)).toEqual(['Ann Alder: Kiel'])
  })

  test('creates a contact for each by SharedAddress=create, and finds each of them again', async () => {
    const caller = await server.tenant()
    const create = { Match: 'Email', SharedAddress: 'create' }
    expect(await both(caller, FAMILY, create)).toMatchObject({ Created: 3, Refused: 0 })
    const moved = FAMILY.replace('Ulm', 'Jena')
    for (const Options of [create, { Match: 'Email' }])
      expect(await imported(server, caller, moved, Options)).toMatchObject({ Created: 0, Refused: 0 })
    expect(await cities(caller)).toEqual(['Ann Alder: Kiel', 'Ben Alder: Bonn', 'Carl Alder: Jena'])
  })

  test('never renames a contact by the row of a spouse, and follows a change of the last name', async () => {
    const caller = await server.tenant()
    await imported(server, caller, 'First Name,Last Name,Email\nAnn,Alder,family@alder.example\n')
    const spouse = 'First Name,Last Name,Email,City\nBen,Alder,FAMILY@alder.example,Bonn\n'
    expect(await both(caller, spouse, { Match: 'Email' })).toMatchObject({ Refused: 1, Reasons: [{ Reason: CONTACT }] })
    const married = 'First Name,Last Name,Email,City\nAnn,Birch,family@alder.example,Kiel\n'
    expect(await both(caller, married, { Match: 'Email' })).toMatchObject({ Updated: 1, Refused: 0 })
    expect(await cities(caller)).toEqual(['Ann Birch: Kiel'])
    expect(await both(caller, spouse, { Match: 'Email', SharedAddress: 'create' })).toMatchObject({ Created: 1 })
    expect(await cities(caller)).toEqual(['Ann Birch: Kiel', 'Ben Alder: Bonn'])
  })

  test('chooses the row of the same name for a contact, also if the row of another person comes first', async () => {
    const caller = await server.tenant()
    await imported(server, caller, 'First Name,Last Name,Email\nAnn,Birch,office@birch.example\n')
    const content =
      'First Name,Last Name,Email,City\nAnn,Alder,office@birch.example,Kiel\nAnn,Birch,office@birch.example,Bonn\n'
    expect(await both(caller, content, { Match: 'Email' })).toMatchObject({ Created: 0, Updated: 1, Refused: 1 })
    expect(await cities(caller)).toEqual(['Ann Birch: Bonn'])
  })

  test('keeps an organization and the people at its address apart', async () => {
    const caller = await server.tenant()
    const content =
      'First Name,Last Name,Company,Email\n,,Harbor Trust,info@harbor.example\nAda,Byron,Harbor Trust,info@harbor.example\n'
    expect(await both(caller, content, { Match: 'Email' })).toMatchObject({ Created: 1, Refused: 1 })
    const all = await both(caller, content, { Match: 'Email', SharedAddress: 'create' })
    expect(all).toMatchObject({ Created: 1, Refused: 0 })
    expect(await cities(caller)).toEqual(['Harbor Trust: null', 'Ada Byron: null'])
  })

  test('refuses other people with one account number, and follows a new name of a number', async () => {
    const caller = await server.tenant()
    const content = 'First Name,Last Name,Account number\nAnn,Alder,A1\nBen,Alder,A1\nEve,Alder,A2\nEve,Birch,A2\n'
    const done = await both(caller, content, { Match: 'AccountNumber' })
    expect(done).toMatchObject({ Created: 2, Updated: 1, Refused: 1 })
    expect(done.Reasons).toMatchObject([{ Reason: 'another row of the file has this account number', Lines: [3] }])
    await imported(server, caller, 'First Name,Last Name,Account number\nAnna,Aldo,A1\n', { Match: 'AccountNumber' })
    expect(await cities(caller)).toEqual(['Anna Aldo: null', 'Eve Birch: null'])
  })

  test('finds in later batches, and after an interruption, what it finds in one batch', async () => {
    const others = Array.from({ length: 600 }, (_, at) => `Eve,Long${at},eve${at}@post.example,Ulm\n`).join('')
    const content = `${FAMILY.replace('Carl', `${others}Carl`)}Ann,Alder,family@alder.example,Jena\n`
    const caller = await server.tenant()
    expect(await both(caller, content, { Match: 'Email' })).toMatchObject({ Created: 601, Updated: 1, Refused: 2 })
    const interrupted = await server.tenant()
    const state = await importTwice(interrupted, content)
    expect(state).toMatchObject({ imported: 601, updated: 1, refused: 2, reasons: [{ Reason: ROW, Lines: [3, 604] }] })
    expect((await cities(interrupted))[0]).toBe('Ann Alder: Jena')
  })
})

/** Imports a file, which is interrupted after its first batch and then continues. */
const importTwice = async (caller: TestCaller, content: string) => {
  const context = { database: server.database, clock: systemClock, log: server.app.log }
  const scope = await systemScope(context, caller.tenant.id)
  const bytes = Buffer.from(content)
  const open = async function* () {
    yield bytes
  }
  const run = async (onProgress: () => void) => {
    const plan = await planImport(scope, { name: 'people.csv', size: bytes.length, open }, { Match: 'Email' })
    const start = await beginState(scope, await openFileImport(scope, plan))
    return importRows(scope, { plan, file: await readFile(plan), start, onProgress })
  }
  const stop = () => {
    throw new Error('The process ends.')
  }
  await expect(run(stop)).rejects.toThrow('The process ends.')
  return run(() => undefined)
}
