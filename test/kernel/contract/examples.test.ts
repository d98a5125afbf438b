import '#areas/index'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { reasonPhrases } from '#kernel/errors/problem'
import { problemTypes } from '#kernel/errors/problem-types'
import type { ProblemType } from '#kernel/errors/types/problem-type'
import { listEventKinds } from '#kernel/outbox/event-kind'

interface Example {
  type: string
  title: string
  status: number
  code: string
}
interface Answer {
  content: { 'application/problem+json': { example?: Example } }
}

const { components, paths } = JSON.parse(
  readFileSync(new URL('../../../openapi/openapi.json', import.meta.url), 'utf8'),
) as {
  components: { parameters: Record<string, { in: string; name: string }>; responses: Record<string, Answer> }
  paths: object
}

test('the reference fills in no header: a used key or a stale version would break every second try', () => {
  const headers = Object.values(components.parameters).filter((parameter) => parameter.in === 'header')
  expect(headers.map(({ name }) => name)).toEqual(expect.arrayContaining(['Idempotency-Key', 'If-Match']))
  for (const header of headers) expect(header).not.toHaveProperty('example')
})

test('problems are documented under their status', () => {
  const shown = Object.values(components.responses).flatMap(
    ({ content }) => content['application/problem+json'].example ?? [],
  )
  expect(new Set(shown.map(({ status }) => status)).size).toBeGreaterThan(9)
  const types: Record<string, ProblemType> = problemTypes
  for (const { type, title, status, code } of shown) {
    expect(type).toBe(`/reference/problems#${code}`)
    expect(title).toBe(reasonPhrases[status])
    expect(types[code]?.status, code).toContain(status)
  }
})

test('examples of filters name existing events', () => {
  const named = [...JSON.stringify(paths).matchAll(/"WebHookFilters":(\[[^\]]*\])/g)].flatMap(
    ([, list = '[]']) => JSON.parse(list) as string[],
  )
  const areas = listEventKinds().map(({ kind }) => `${kind.split('.')[0]}.*`)
  const known = new Set(['*', 'webhook.ping', ...areas, ...listEventKinds().map(({ kind }) => kind)])
  expect(named.length).toBeGreaterThan(0)
  expect(named.filter((name) => !known.has(name))).toEqual([])
})
