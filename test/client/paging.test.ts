import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '#client/client'
import { pagingWithoutLink, readingPosts } from '#client/generated/facts'
import { nextLink } from '#client/paging'
import { openClientBench } from '../support/client/client.ts'

const { client, open, close } = await openClientBench()
afterAll(close)

const NAMES = Array.from({ length: 7 }, (_, index) => `Group ${index + 1}`)

beforeAll(async () => {
  for (const Name of NAMES) {
    await client.POST('/api/groups/{groupId}', { params: { path: { groupId: 0 } }, body: { Name } })
    await client.POST('/api/contacts/person/{contactId}', {
      params: { path: { contactId: 0 } },
      body: { FirstName: Name, LastName: 'Paged' },
    })
    await client.POST('/api/task/items/{taskitemid}', {
      params: { path: { taskitemid: 0 } },
      body: { Name, DueDate: '2031-01-01' } as never,
    })
  }
})

/** A client that notes the requests it sends. */
const observed = () => {
  const sent: string[] = []
  const fetch = (request: Request) => {
    sent.push(`${request.method} ${new URL(request.url).pathname}`)
    return globalThis.fetch(request)
  }
  return { client: open({ fetch }), sent }
}

describe('the rows of a list', () => {
  test('come from all its pages, each once and in order', async () => {
    const names: (string | null)[] = []
    for await (const row of client.list('/api/groups', { params: { query: { Take: 3, OrderBy: 'Name' } } })) {
      names.push(row.Name)
    }
    expect(names).toEqual(NAMES)
  })

  test('are requested as they are consumed', async () => {
    const { client: watched, sent } = observed()
    const rows = watched.list('/api/groups', { params: { query: { Take: 3 } } })
    expect(sent).toEqual([])
    for await (const row of rows) if (row) break
    expect(sent).toHaveLength(1)
    expect(await rows.toArray(4)).toHaveLength(4)
    expect(sent).toHaveLength(3)
    expect(await rows.toArray(0)).toEqual([])
  })

  test('can be read by pages, with the total', async () => {
    const sizes: number[] = []
    for await (const page of client.list('/api/groups', { params: { query: { Take: 3 } } }).pages()) {
      expect(page.TotalRecordAvailable).toBe('7')
      sizes.push(page.Results.length)
    }
    expect(sizes).toEqual([3, 3, 1])
  })

  test('of a search by a body continue by the link, with the same filter', async () => {
    const { client: watched, sent } = observed()
    const rows = await watched.search('/api/contacts', { body: { Take: '2', Criteria: 'paged' } }).toArray()
    expect(rows.map(({ Name }) => Name)).toEqual(NAMES.map((name) => expect.stringContaining(name)))
    expect(sent).toEqual(['POST /api/contacts', ...Array(3).fill('GET /api/contacts')])
  })

  test('of a list without a link continue after the rows that were read', async () => {
    const { client: watched, sent } = observed()
    const rows = await watched.search('/api/task/items/all', { body: { Take: '3' } }).toArray()
    expect(new Set(rows.map(({ TaskItemId }) => TaskItemId)).size).toBe(7)
    expect(sent).toEqual(Array(3).fill('POST /api/task/items/all'))
    expect(await watched.search('/api/task/items/all', { body: { Take: '3', Skip: '5' } }).toArray()).toHaveLength(2)
  })

  test('start after the rows to skip', async () => {
    expect(await client.list('/api/groups', { params: { query: { Take: 2, Skip: 4 } } }).toArray()).toHaveLength(3)
  })
})

interface Operation {
  operationId: string
  responses: Record<string, { headers?: object; content?: Record<string, { schema: { $ref?: string } }> }>
  parameters?: { name?: string; in?: string; required?: boolean; $ref?: string }[]
}

const contract = JSON.parse(readFileSync(new URL('../../openapi/openapi.json', import.meta.url), 'utf8')) as {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, { properties?: object }> }
}

const isList = ({ responses }: Operation): boolean => {
  const name = responses[200]?.content?.['application/json']?.schema.$ref?.split('/').at(-1) ?? ''
  return 'Results' in (contract.components.schemas[name]?.properties ?? {})
}

const lists = Object.entries(contract.paths).flatMap(([path, item]) =>
  Object.entries(item).flatMap(([method, operation]) =>
    isList(operation) && (method === 'get' || (readingPosts as readonly string[]).includes(path))
      ? [{ path, method, operation }]
      : [],
  ),
)

describe('every list of the contract', () => {
  test('has a documented way to its next page', () => {
    expect(lists.length).toBeGreaterThan(80)
    const lost = lists.filter(
      ({ path, method, operation }) =>
        !('Link' in (operation.responses[200]?.headers ?? {})) &&
        pagingWithoutLink[`${method.toUpperCase()} ${path}`] === undefined,
    )
    expect(lost.map(({ operation }) => operation.operationId)).toEqual([])
  })

  test('that is only a first page has a search for all rows', () => {
    const first = Object.entries(pagingWithoutLink).filter(([, way]) => way === 'none')
    for (const [name] of first) expect(pagingWithoutLink, name).toHaveProperty([name.replace('GET', 'POST')], 'body')
  })

  const simple = lists.filter(
    ({ path, operation }) => !path.includes('{') && !(operation.parameters ?? []).some(({ required }) => required),
  )

  test.each(simple)('$operation.operationId can be iterated', async ({ path, method }) => {
    const iterate = (method === 'get' ? client.list : client.search) as (
      path: string,
      request: object,
    ) => ReturnType<Client['list']>
    const rows = await iterate(path, method === 'get' ? {} : { body: {} }).toArray(3)
    expect(rows).toBeInstanceOf(Array)
  })
})

test('the next page is the target of the link with the relation next', () => {
  expect(nextLink('</api/a?$skiptoken=x>; rel="next"')).toBe('/api/a?$skiptoken=x')
  expect(nextLink('</a>; rel="prev", </b>; title="x"; rel=next')).toBe('/b')
  expect(nextLink('</a>; rel="prev"')).toBeUndefined()
  expect(nextLink(null)).toBeUndefined()
})
