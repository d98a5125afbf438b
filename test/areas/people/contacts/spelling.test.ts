import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeSortKey } from '#areas/people/contacts/records/derivation.model'
import { buildSearchQuery, deriveSearchTokens } from '#areas/people/contacts/search-tokens.model'
import { spellingForm } from '#areas/people/contacts/spelling.model'
import { fold } from '#kernel/text/fold'
import { Prisma } from '#prisma/client'
import { buildTestApp, type TestApp } from '#test/support/build-app'

let server: TestApp
beforeAll(async () => {
  server = await buildTestApp()
})
afterAll(() => server.close())

const rows = <R>(sql: Prisma.Sql): Promise<R[]> => server.database.system.$queryRaw<R[]>(sql)

const letters = fc.constantFrom(...'aeoudjmsälöüßæøåœđłþnñ'.split(''), 'ae', 'oe', 'ue', 'aa', 'dj', 'И', 'й', 'ο', ' ')
const names = fc.array(letters, { minLength: 1, maxLength: 12 }).map((parts) => parts.join(''))
const manyNames = fc.sample(names, 500)

describe('the form that spellings have in common', () => {
  it('is idempotent, and the same in the database', async () => {
    const folded = manyNames.map(fold)
    const forms = folded.map(spellingForm)
    expect(forms.map(spellingForm)).toEqual(forms)
    const [inDatabase] = await rows<{ forms: string[] }>(
      Prisma.sql`SELECT array_agg(spelling_form(f) ORDER BY n) AS forms FROM unnest(${folded}::text[]) WITH ORDINALITY w(f, n)`,
    )
    expect(inDatabase?.forms).toEqual(forms)
  })

  it.each([
    ['Müller', 'Mueller', 'Muller'],
    ['Søren', 'Soeren', 'Soren'],
    ['Åse', 'Aase', 'Ase'],
    ['Straße', 'Strasse', 'STRASSE'],
    ['Łukasz', 'Lukasz', 'łukasz'],
    ['Đoković', 'Djoković', 'Dokovic'],
    ['Þór', 'Thor', 'THÓR'],
    ['Ærø', 'Aeroe', 'Aro'],
    ['Ñuñez', 'Nunez', 'ñúñez'],
    ['Çağlar', 'Caglar', 'ÇAĞLAR'],
  ])('is one for %s, %s and %s', (...spellings) => {
    expect(new Set(spellings.map((name) => spellingForm(fold(name)))).size).toBe(1)
  })
})

describe('the search of texts and that of contacts', () => {
  it('folds in the same way each time', async () => {
    const [once] = await rows<{ same: boolean }>(
      Prisma.sql`SELECT bool_and(search_fold(search_fold(n)) = search_fold(n)) AS same FROM unnest(${manyNames}::text[]) n`,
    )
    expect(once?.same).toBe(true)
  })

  it('find the same texts by the same words', async () => {
    const pairs = fc.sample(fc.tuple(names, names, fc.nat(5), fc.integer({ min: 1, max: 6 })), 400)
    const asked = pairs.map(([name, other, from, length], at) => {
      const text = at % 3 === 0 ? other : [...name].slice(from, from + length).join('')
      const tokens = deriveSearchTokens(7, { names: [name], emails: [], phones: [] })
      return { name, text, sorted: makeSortKey(name), tokens, query: buildSearchQuery(7, text) }
    })
    const compared = asked.filter(({ query, text }) => query !== null && !text.includes(' '))
    const found = await rows<{ name: string; text: string; inText: boolean; asContact: boolean }>(Prisma.sql`
      SELECT w.name, w.text, search_text(w.name) ~ ALL (search_patterns(w.text)) AS "inText",
        contact_words(array_to_tsvector(w.tokens), w.sorted) @@ w.query::tsquery AS "asContact"
      FROM json_to_recordset(${JSON.stringify(compared)}::json) AS w(name text, text text, sorted text, tokens text[], query text)`)
    expect(found.length).toBeGreaterThan(200)
    expect(found.filter(({ inText, asContact }) => inText !== asContact)).toEqual([])
  })

  it('find punctuation and signs as they are', async () => {
    const cases: [text: string, wanted: string, isFound: boolean][] = [
      ['INV-12 (draft)', 'inv-12', true],
      ['INV-12 (draft)', 'draft inv', true],
      ['50 % off', '%', true],
      ['50 off', '%', false],
      ['a.b', 'a_b', false],
      ['[x] a+b', 'a+b', true],
      ["O'Brien", 'obrien', true],
      ['OBrien', 'O’Brien', true],
      ['one two', 'two one', true],
      ['E-112', '12', false],
      ['E-12', '12', true],
    ]
    for (const [text, wanted, isFound] of cases) {
      const [row] = await rows<{ found: boolean }>(
        Prisma.sql`SELECT search_text(${text}::text) ~ ALL (search_patterns(${wanted}::text)) AS found`,
      )
      expect(row?.found, `${text} by ${wanted}`).toBe(isFound)
    }
  })
})
