import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'
import { contactsApi } from '#test/support/people/contacts'

let server: TestApp
let caller: TestCaller
let api: ReturnType<typeof contactsApi>
beforeAll(async () => {
  server = await buildTestApp()
  caller = await server.tenant()
  api = contactsApi(caller)
})
afterAll(() => server.close())

type Row = { Name: string }

/** The names that a search finds, by $search and by Criteria, which must agree. */
const search = async (text: string, by: TestCaller = caller): Promise<string[]> => {
  const get = await by.get(`/api/contacts?${new URLSearchParams({ $search: text, $top: '100' })}`)
  const post = await by.post('/api/contacts', { Criteria: text, Take: '100' })
  expect([get.statusCode, post.statusCode], get.body).toEqual([200, 200])
  expect(post.json().Results).toEqual(get.json().Results)
  expect(get.json().TotalRecordAvailable).toBe(String(get.json().Results.length))
  return get.json().Results.map(({ Name }: Row) => Name)
}

const GROUPS = [
  ['Müller', 'Mueller', 'Muller'],
  ['Sørby', 'Soerby', 'Sorby'],
  ['Straßen', 'Strassen'],
  ['Łukacz', 'Lukacz'],
  ['Åsenfeld', 'Aasenfeld', 'Asenfeld'],
  ['Çelikov', 'Celikov'],
  ['Núñezar', 'Nunezar'],
  ['Đokovar', 'Djokovar', 'Dokovar'],
  ['Þorlund', 'Thorlund'],
  ['Ærøvik', 'Aeroevik'],
  ['Œuvrard', 'Oeuvrard'],
  ['Işıkman', 'Isikman', 'İsikman'],
  ['ΣΊΣΥΦΟΣ', 'σίσυφος'],
  ['ЁЛКИНА', 'елкина'],
]

describe('GET /api/contacts (listContacts)', () => {
  it.each(GROUPS)('finds each spelling of %s by every other one, with the wanted first name', async (...spellings) => {
    for (const LastName of spellings) await api.person({ FirstName: `Quin${spellings[0]}`, LastName })
    const all = spellings.map((name) => `Quin${spellings[0]} ${name}`).sort()
    for (const wanted of spellings) {
      expect((await search(`${wanted} quin`)).sort(), wanted).toEqual(all)
      expect((await search(wanted.toUpperCase())).sort(), wanted).toEqual(all)
    }
  })

  it('finds a name by any part of it from three letters on, words in any order', async () => {
    await api.person({ FirstName: 'Anneliese', LastName: 'Oberhuber-Neumüller' })
    const all = ['Anneliese Oberhuber-Neumüller']
    for (const part of ['liese', 'eliese anne', 'rhub', 'mueller oberh', 'neumuell', 'NEUMULL', 'umülle', 'hub ann'])
      expect(await search(part), part).toEqual(all)
    for (const other of ['lieser', 'liese peter', 'mueller unterh', 'r-neu%x'])
      expect(await search(other), other).toEqual([])
  })

  it('finds by one or two letters what is listed under them, and equal first names', async () => {
    for (const [FirstName, LastName] of [
      ['Xu', 'Abel'],
      ['Xuan', 'Adler'],
      ['Zoe', 'Xuereb'],
    ])
      await api.person({ FirstName, LastName })
    await api.org({ OrganizationName: 'Xu & Partners' })
    expect(await search('xu')).toEqual(['Xu Abel', 'Xu & Partners', 'Zoe Xuereb'])
    expect(await search('x')).toEqual(['Xu & Partners', 'Zoe Xuereb'])
    expect(await search('xu ade')).toEqual([])
    expect(await search('xu adl')).toEqual(['Xuan Adler'])
    const sorted = await caller.get('/api/contacts?$search=xu&$orderby=ContactId desc&$filter=SystemContactTypeId eq 1')
    expect(sorted.json().Results.map(({ Name }: Row) => Name)).toEqual(['Zoe Xuereb', 'Xu Abel'])
    expect(sorted.json().TotalRecordAvailable).toBe('2')
  })

  it('does not take another spelling of a short name for the beginning of a longer one', async () => {
    for (const FirstName of ['Joe', 'Jo', 'Jonquil']) await api.person({ FirstName, LastName: 'Qvist' })
    expect(await search('joe qvist')).toEqual(['Jo Qvist', 'Joe Qvist'])
  })

  it('keeps contacts whose names are only signs, which no search finds', async () => {
    for (const name of ['~~~~', '||||||', '{}{}', '\u00d7\u00d7\u00d7\u00d7']) {
      await api.org({ OrganizationName: name })
      await api.person({ FirstName: name, LastName: name })
      expect(await search(name)).toEqual([])
    }
  })

  it('finds nothing of another tenant', async () => {
    const other = await server.tenant()
    for (const text of ['mueller', 'liese', 'x', 'xu']) expect(await search(text, other), text).toEqual([])
  })
})
