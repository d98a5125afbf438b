import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'
import { imported } from '#test/support/people/imports'

let server: TestApp
beforeAll(async () => {
  server = await buildTestApp()
})
afterAll(() => server.close())

const FIRST =
  'First name,Last name,Account number,Email,Phone,Street,City,Tags\n' +
  'Ada,Byron,A1,ada@post.example,040 1234567,Quay 1,Hamburg,VIP\nErik,Lind,A2,erik@post.example,,,,\n'

const withContacts = async (): Promise<TestCaller> => {
  const caller = await server.tenant()
  await imported(server, caller, FIRST)
  return caller
}

const ada = async (caller: TestCaller) => {
  const { Results } = (await caller.get('/api/contacts?$search=Byron')).json()
  return (await caller.get(`/api/contacts/person/${Results[0].ContactId}`)).json()
}

describe('POST /api/imports (startImport): updates', () => {
  test('changes only what the file has columns for, and nothing by an empty cell', async () => {
    const caller = await withContacts()
    const content = 'Email,Phone,City,Last name,Tags\nADA@post.example,,Bremen,Lovelace-Byron,Board\n'
    const done = await imported(server, caller, content, { Match: 'Email' })
    expect(done).toMatchObject({ Created: 0, Updated: 1, Unchanged: 0, Refused: 0 })
    const person = await ada(caller)
    expect(person).toMatchObject({ FirstName: 'Ada', LastName: 'Lovelace-Byron', AccountNumber: 'A1' })
    expect(person.Addresses).toMatchObject([{ Address1: 'Quay 1', City: 'Bremen' }])
    expect(person.ContactList).toMatchObject([{ Value: 'ada@post.example' }, { Value: '040 1234567' }])
    const again = await imported(server, caller, content, { Match: 'Email' })
    expect(again).toMatchObject({ Updated: 0, Unchanged: 1 })
    expect((await ada(caller)).AuditId).toBe(person.AuditId)
  })

  test('removes values by the marker [clear]', async () => {
    const caller = await withContacts()
    const content = 'Account number,Phone,Street,First name\nA1,[clear],[CLEAR],\n'.replace('[CLEAR]', '[clear]')
    expect(await imported(server, caller, content, { Match: 'AccountNumber' })).toMatchObject({ Updated: 1 })
    const person = await ada(caller)
    expect(person.ContactList).toMatchObject([{ Value: 'ada@post.example' }])
    expect(person.Addresses).toMatchObject([{ Address1: null, City: 'Hamburg' }])
  })

  test('finds contacts by their id, and refuses ids that do not exist', async () => {
    const caller = await withContacts()
    const { ContactId } = await ada(caller)
    const content = `Contact id,Last name\n${ContactId},King\n999999999,Nobody\n`
    const done = await imported(server, caller, content, { Match: 'ContactId' })
    expect(done).toMatchObject({ Updated: 1, Refused: 1 })
    expect(done.Reasons).toMatchObject([{ Reason: 'ContactId: is not the id of an existing contact', Lines: [3] }])
  })

  test('finds neither deleted contacts nor people that wait for a match', async () => {
    for (const changes of [{ deletedAt: new Date() }, { isUnmatched: true }]) {
      const caller = await withContacts()
      const where = { tenantId: caller.tenant.id, accountNumber: 'A1' }
      const { id } = await server.database.system.contact.findFirstOrThrow({ where })
      await server.database.system.contact.updateMany({ where, data: changes })
      const byKey = (Match: string, column: string, value: unknown, more: object = {}) =>
        imported(server, caller, `${column},Last name\n${value},Kiel\n`, { Match, ...more })
      const keys = [
        ['ContactId', 'Contact id', id],
        ['AccountNumber', 'Account number', 'A1'],
        ['Email', 'Email', 'ada@post.example'],
      ] as const
      for (const [match, column, value] of keys)
        expect(await byKey(match, column, value, { OnlyUpdates: true }), match).toMatchObject({
          Updated: 0,
          Refused: 1,
        })
      // A key that only a deleted contact has is free for a new one.
      if ('deletedAt' in changes)
        for (const [match, column, value] of keys.slice(1))
          expect(await byKey(match, column, value), match).toMatchObject({ Created: 1, Updated: 0, Refused: 0 })
    }
  })

  test('creates a contact once that several rows name, and updates it with the later ones', async () => {
    const caller = await withContacts()
    const content = 'Email,Last name,City\nnew@post.example,New,Kiel\nnew@post.example,New,Bonn\n'
    const trial = await imported(server, caller, content, { Match: 'Email', IsDryRun: true })
    const real = await imported(server, caller, content, { Match: 'Email' })
    for (const done of [trial, real]) expect(done).toMatchObject({ Created: 1, Updated: 1, Refused: 0 })
    const { Results } = (await caller.get('/api/contacts?$search=new@post.example')).json()
    expect(Results).toMatchObject([{ City: 'Bonn' }])
  })

  test('refuses rows that match no contact or several', async () => {
    const caller = await withContacts()
    await imported(server, caller, 'Last name,Account number\nTwin,A1\n')
    const content = 'Account number,Last name\nA1,X\nA9,Y\n'
    const done = await imported(server, caller, content, { Match: 'AccountNumber', OnlyUpdates: true })
    expect(done).toMatchObject({ Updated: 0, Created: 0, Refused: 2 })
    expect(done.Reasons.map(({ Reason }) => Reason).sort()).toEqual([
      'matches no contact',
      'matches several contacts: merge them, or match by another value',
    ])
  })

  test('records history and an event of each change', async () => {
    const caller = await withContacts()
    await imported(server, caller, 'Email,City\nada@post.example,Bremen\n', { Match: 'Email' })
    const where = { tenantId: caller.tenant.id, entity: 'contact', action: 'updated' }
    expect(await server.database.system.auditEntry.count({ where })).toBe(1)
    const events = { tenantId: caller.tenant.id, kind: 'contact.updated' }
    expect(await server.database.system.outboxEvent.count({ where: events })).toBe(1)
  })

  test('completes an organization that an earlier row has named as an employer', async () => {
    const caller = await server.tenant()
    await imported(
      server,
      caller,
      'First name,Last name,Company\nAda,Byron,Harbor Trust\nErik,Lind,Harbor Trust Inc.\n',
    )
    const done = await imported(server, caller, 'Company,Phone\nHarbor Trust,040 777\n')
    expect(done).toMatchObject({ Created: 0, Updated: 1, Refused: 0 })
    const { Results } = (await caller.get('/api/contacts?$filter=SystemContactTypeId eq 2')).json()
    expect(Results).toMatchObject([{ Name: 'Harbor Trust', Phone: '040 777', ContactRoleCount: 2 }])
  })

  test('completes no organization that has anything besides its name', async () => {
    const caller = await server.tenant()
    const names = ['Anvil', 'Birch', 'Cedar', 'Delta', 'Ember', 'Fjord', 'Grove', 'Haven', 'Ivory', 'Jetty']
    const file = (column: string) =>
      names.map((name, at) => (column ? `${name},040 77${at}` : `Ada${at},Byron,${name}`))
    await imported(server, caller, ['First name,Last name,Company', ...file('')].join('\n'))
    const { system } = server.database
    const { tenant } = caller
    const changes: ((contactId: number) => object | Promise<object>)[] = [
      () => ({ deletedAt: new Date() }),
      () => ({ isUnmatched: true }),
      () => ({ accountNumber: 'A1' }),
      () => ({ auditId: 2 }),
      () => ({ hasMembership: true }),
      (id) => caller.post(`/api/contacts/${id}/emails/0`, { EmailAddress: 'ember@post.example' }),
      (id) => caller.post(`/api/contacts/${id}/phones/0`, { Phone: '040 1234567' }),
      (id) => caller.post(`/api/contacts/${id}/websites/0`, { Url: 'https://haven.example' }),
      (id) => caller.post(`/api/contacts/${id}/addresses/0`, { City: 'Kiel' }),
    ]
    for (const [at, change] of changes.entries()) {
      const where = { tenantId: tenant.id, organizationName: names[at] ?? '' }
      const { id } = await system.contact.findFirstOrThrow({ where })
      const made = await change(id)
      if ('statusCode' in made) expect([made.statusCode, at]).toEqual([200, at])
      // Each differs from a new employer in one value only.
      await system.contact.updateMany({ where, data: 'statusCode' in made ? { auditId: 1 } : made })
    }
    const done = await imported(server, caller, ['Company,Phone', ...file('Phone')].join('\n'))
    // The deleted one is created again; the others could be the same as an organization of the file.
    expect(done).toMatchObject({ Created: 1, Updated: 1, Refused: 8 })
  })
})
