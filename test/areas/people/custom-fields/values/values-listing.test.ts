import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DATA_TYPE } from '#areas/people/custom-fields/custom-fields.model'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'
import { countQueries } from '#test/support/database/count-queries'
import { addField } from '#test/support/people/custom-fields'
import { nextOf, type Row } from '#test/support/people/many-contacts'

let server: TestApp
let mine: TestCaller
let choices: number[] = []
let many: number[] = []

interface Made {
  id: number
  text: string | null
  number: number | null
  size: number | null
  many: number[]
}
const made: Made[] = []
const TEXTS = ['Ärger', 'arger', 'Zoo', null, 'b & c', 'Öl']
const NUMBERS = [-10.5, -2, 0, 7.25, null, 100]

const valuesOf = (n: number, { text, number, size, many: likes }: Omit<Made, 'id'>) => {
  return [
    { Name: 'Word', Value: text },
    { Name: 'Amount', Value: number === null ? null : String(number) },
    { Name: 'Size', Value: size === null ? null : String(size) },
    { Name: 'Likes', Value: likes.length > 0 ? JSON.stringify(likes) : null },
    { Name: 'Day', Value: `2026-01-${String((n % 28) + 1).padStart(2, '0')}` },
    { Name: 'Home', Value: n % 2 === 0 ? '752' : '578' },
    { Name: 'Agreed', Value: String(n % 3 === 0) },
  ]
}

beforeAll(async () => {
  server = await buildTestApp()
  mine = await server.tenant()
  const add = (name: string, dataTypeId: number, more: object = {}) =>
    addField(server.database, mine.tenant.id, { name, dataTypeId, objectTypeId: 1, ...more })
  await add('Word', DATA_TYPE.text)
  await add('Amount', DATA_TYPE.number)
  await add('Day', DATA_TYPE.date)
  await add('Home', DATA_TYPE.country)
  await add('Agreed', DATA_TYPE.yesNo)
  await add('Hidden', DATA_TYPE.text, { isArchived: true })
  choices = (await add('Size', DATA_TYPE.select, { choices: ['Small', 'Middle', 'Large'] })).choiceIds
  many = (await add('Likes', DATA_TYPE.multiSelect, { choices: ['Tea', 'Rum', 'Ale'] })).choiceIds
  for (let n = 0; n < 36; n++) {
    const text = TEXTS[n % 6] ?? null
    const number = NUMBERS[(n * 5 + Math.floor(n / 6)) % 6] ?? null
    const size = n % 4 === 0 ? null : (choices[n % 3] ?? null)
    const likes = many.filter((_, at) => (n >> at) % 2 === 1)
    const CustomFields = valuesOf(n, { text, number, size, many: likes })
    const body = n % 2 === 0 ? { LastName: `Name ${n}` } : { OrganizationName: `Name ${n}` }
    const answer = await mine.post(`/api/contacts/${n % 2 === 0 ? 'person' : 'org'}/0`, { ...body, CustomFields })
    expect(answer.statusCode, answer.body).toBe(200)
    made.push({ id: answer.json().ContactId, text, number, size, many: likes })
  }
  const gone = await mine.post('/api/contacts/person/0', {
    LastName: 'Gone',
    CustomFields: [
      { Name: 'Word', Value: 'Zoo' },
      { Name: 'Amount', Value: '7.25' },
    ],
  })
  await mine.delete(`/api/contacts/${gone.json().ContactId}/1`)
})
afterAll(() => server.close())

const get = async (query: Record<string, string>) => mine.get(`/api/contacts?${new URLSearchParams(query)}`)
const page = async (query: Record<string, string>) => {
  const answer = await get(query)
  expect(answer.statusCode, answer.body).toBe(200)
  const { Results, TotalRecordAvailable } = answer.json<{ Results: Row[]; TotalRecordAvailable: string }>()
  return {
    ids: Results.map((row) => row.ContactId),
    total: Number(TotalRecordAvailable),
    next: nextOf(answer.headers.link),
  }
}
const numerically = (a: number, b: number) => a - b

describe('GET /api/contacts (listContacts): filters by custom fields', () => {
  test.each<[string, (of: Made) => boolean]>([
    ["CustomFields.Word eq 'ARGER'", ({ text }) => text === 'Ärger' || text === 'arger'],
    ["customfields.WORD ne 'arger'", ({ text }) => text !== 'Ärger' && text !== 'arger'],
    ["not (CustomFields.Word eq 'arger')", ({ text }) => text !== 'Ärger' && text !== 'arger'],
    ['CustomFields.Word eq null', ({ text }) => text === null],
    ['CustomFields.Word ne null', ({ text }) => text !== null],
    ["CustomFields.Word in ('zoo', 'oel', 'Öl')", ({ text }) => text === 'Zoo' || text === 'Öl'],
    ["CustomFields.Word gt 'b'", ({ text }) => text !== null && !/^[äa]/i.test(text)],
    ["contains(CustomFields.Word, 'RGE')", ({ text }) => /rger/i.test(text ?? '')],
    ["startswith(CustomFields.Word, 'ö')", ({ text }) => text === 'Öl'],
    ["endswith(CustomFields.Word, '& C')", ({ text }) => text === 'b & c'],
    ["not contains(CustomFields.Word, 'o')", ({ text }) => !/[oö]/i.test(text ?? '')],
    ['CustomFields.Amount lt 0', ({ number }) => number !== null && number < 0],
    [
      'CustomFields.Amount ge -2 and CustomFields.Amount le 7.25',
      ({ number: n }) => n !== null && n >= -2 && n <= 7.25,
    ],
    ['CustomFields.Amount eq 7.250', ({ number }) => number === 7.25],
    [
      'CustomFields.Amount in (100, -10.5) or CustomFields.Amount eq null',
      ({ number: n }) => n === null || n === 100 || n === -10.5,
    ],
    ["CustomFields.Size eq 'large'", ({ size }) => size === choices[2]],
    ["CustomFields.Size ge 'Middle'", ({ size }) => size === choices[1] || size === choices[2]],
    [
      "CustomFields.Likes eq 'Tea' and CustomFields.Likes eq 'Ale'",
      (of) => of.many.includes(many[0] ?? 0) && of.many.includes(many[2] ?? 0),
    ],
    ["CustomFields.Likes ne 'Tea'", (of) => !of.many.includes(many[0] ?? 0)],
    ["CustomFields.Likes ge 'Tea'", (of) => of.many.length > 0],
    [
      "CustomFields.Word eq 'zoo' and SystemContactTypeId eq 1",
      (of) => of.text === 'Zoo' && made.indexOf(of) % 2 === 0,
    ],
    ["CustomFields.Word eq 'zoo' and CustomFields.Amount gt 0", (of) => of.text === 'Zoo' && (of.number ?? 0) > 0],
    ['CustomFields.Day ge 2026-01-20', (of) => made.indexOf(of) % 28 >= 19],
    ["CustomFields.Day ge '2026-01-20'", (of) => made.indexOf(of) % 28 >= 19],
    ["CustomFields.Amount in ('7.25')", ({ number }) => number === 7.25],
    ["CustomFields.Home eq '578'", (of) => made.indexOf(of) % 2 === 1],
    ["CustomFields.Agreed eq 'true'", (of) => made.indexOf(of) % 3 === 0],
    ["CustomFields.Home eq 'SE'", (of) => made.indexOf(of) % 2 === 0],
    ['CustomFields.Home eq 578', (of) => made.indexOf(of) % 2 === 1],
    ['CustomFields.Agreed eq true', (of) => made.indexOf(of) % 3 === 0],
  ])('%s returns and counts only the matching contacts', async ($filter, matches) => {
    for (const more of [{}, { $orderby: 'CustomFields.Amount desc' }] as Record<string, string>[]) {
      const { ids, total } = await page({ $filter, $top: '1000', ...more })
      const wanted = made.filter(matches).map(({ id }) => id)
      expect([...ids].sort(numerically)).toEqual(wanted.sort(numerically))
      expect(total).toBe(wanted.length)
    }
  })

  test('finds a choice by its id', async () => {
    const { total } = await page({ $filter: `CustomFields.Size eq ${choices[0]}` })
    expect(total).toBe(made.filter(({ size }) => size === choices[0]).length)
    expect((await page({ $filter: `CustomFields.Size eq '${choices[0]}'` })).total).toBe(total)
  })

  test.each([
    [{ $filter: "CustomFields.Nothing eq 'x'" }, 'query:$filter'],
    [{ $filter: "CustomFields.Hidden eq 'x'" }, 'query:$filter'],
    [{ $filter: 'CustomFields.Word eq 1' }, 'query:$filter'],
    [{ $filter: "CustomFields.Amount eq 'x'" }, 'query:$filter'],
    [{ $filter: "CustomFields.Size eq 'Huge'" }, 'query:$filter'],
    ...[
      'le 2026-13-45',
      'gt 2026-02-30',
      "eq '2026-02-30'",
      'in (2026-01-01, 2026-04-31)',
      'lt 2026-02-30T10:00:00Z',
    ].map((test): [Record<string, string>, string] => [{ $filter: `CustomFields.Day ${test}` }, 'query:$filter']),
    [{ $filter: "contains(CustomFields.Amount, '1')" }, 'query:$filter'],
    [{ $filter: 'CustomFields.Amount gt null' }, 'query:$filter'],
    [{ $filter: "CustomFields.Word.More eq 'x'" }, 'query:$filter'],
    [{ $orderby: 'CustomFields.Nothing' }, 'query:$orderby'],
    [{ $orderby: 'Name, CustomFields.Word' }, 'query:$orderby'],
    [{ $orderby: 'CustomFields.Word', $skiptoken: 'x' }, 'query:$skiptoken'],
  ])('returns 400 for %j with the pointer %s', async (query, pointer) => {
    const answer = await get(query as unknown as Record<string, string>)
    expect(answer.statusCode).toBe(400)
    expect(answer.json().errors[0].pointer).toBe(pointer)
  })
})

describe('GET /api/contacts (listContacts): orders by custom fields', () => {
  const wantedOrder = (isDescending: boolean): number[] => {
    const turn = isDescending ? -1 : 1
    const valued = made.filter(({ number }) => number !== null)
    valued.sort((a, b) => turn * ((a.number ?? 0) - (b.number ?? 0) || a.id - b.id))
    const rest = made.filter(({ number }) => number === null).sort((a, b) => turn * (a.id - b.id))
    return [...valued, ...rest].map(({ id }) => id)
  }

  test.each([false, true])(
    'go through values, then through those without one (descending: %s)',
    async (isDescending) => {
      const $orderby = `customfields.amount${isDescending ? ' desc' : ''}`
      const whole = await page({ $orderby })
      expect(whole).toMatchObject({ ids: wantedOrder(isDescending), total: 36, next: undefined })
      for (const [$top, $skip] of [
        [5, 3],
        [10, 28],
        [4, 32],
        [3, 35],
        [3, 40],
      ] as const) {
        const part = await page({ $orderby, $top: String($top), $skip: String($skip) })
        expect(part.ids).toEqual(whole.ids.slice($skip, $skip + $top))
      }
      for (const $top of ['1', '7', '30']) {
        const seen: number[] = []
        let at: string | undefined = `/api/contacts?${new URLSearchParams({ $orderby, $top })}`
        while (at) {
          const answer = await mine.get(at)
          seen.push(...answer.json<{ Results: Row[] }>().Results.map((row) => row.ContactId))
          at = nextOf(answer.headers.link)
        }
        expect(seen).toEqual(whole.ids)
      }
    },
  )

  test('continues by other fields, with a search, and with a body', async () => {
    const byWord = await page({ $orderby: 'CustomFields.Word, Name' })
    expect(byWord.ids).toHaveLength(36)
    const textOf = (id: number) => made.find((of) => of.id === id)?.text
    expect(byWord.ids.slice(-6).map(textOf)).toEqual(Array(6).fill(null))
    expect(byWord.ids.slice(0, 12).every((id) => /rger/i.test(textOf(id) ?? ''))).toBe(true)
    const found = await page({ $search: 'name', $orderby: 'CustomFields.Amount' })
    expect(found.ids).toEqual(wantedOrder(false))
    const answer = await mine.post('/api/contacts', {
      OrderBy: 'CustomFields.Amount',
      Filter: 'CustomFields.Amount gt 0',
    })
    expect(answer.json().Results.map((row: Row) => row.ContactId)).toEqual(
      wantedOrder(false).filter((id) => (made.find((of) => of.id === id)?.number ?? 0) > 0),
    )
  })

  test('orders several values by the first of them', async () => {
    const { ids, total } = await page({ $orderby: 'CustomFields.Likes' })
    expect([ids.length, new Set(ids).size, total]).toEqual([36, 36, 36])
  })

  test('follows a new order of choices', async () => {
    const [small] = choices
    await server.database.system.customFieldChoice.updateMany({ where: { id: small ?? 0 }, data: { displayOrder: 9 } })
    const { ids } = await page({ $orderby: 'CustomFields.Size desc' })
    expect(made.find(({ id }) => id === ids[0])?.size).toBe(small)
  })
})

describe('GET /api/contacts (listContacts): statements', () => {
  test('reads a page of any size in one statement, and in two if the request contains custom fields', async () => {
    const count = async (query: Record<string, string>) =>
      (await countQueries(server.database, () => get(query))).queries.length
    await count({})
    for (const $top of ['1', '36']) {
      expect(await count({ $top })).toBe(1)
      expect(await count({ $top, $orderby: 'CustomFields.Amount', $filter: "CustomFields.Word ne 'x'" })).toBe(2)
    }
  })
})
