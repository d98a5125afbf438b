import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sharedTopics } from '#areas/work/help/shared-topics/shared-topics.model'
import { cleanHtml } from '#services/html/clean-html'
import { buildTestApp, type TestApp } from '#test/support/build-app'

interface Operation {
  tags?: string[]
  'x-extension'?: boolean
}
interface Contract {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, unknown> }
}

/** The whole contract, and the part of it that is served. */
const whole: Contract = JSON.parse(
  readFileSync(new URL('../../../../../openapi/openapi.json', import.meta.url), 'utf8'),
)
let served: Set<string>
let server: TestApp
beforeAll(async () => {
  server = await buildTestApp()
  served = areasOf((await server.app.inject({ url: '/openapi.json' })).json())
})
afterAll(() => server.close())

const operationsOf = ({ paths }: Contract): Operation[] => Object.values(paths).flatMap((path) => Object.values(path))
const areasOf = (contract: Contract) => new Set(operationsOf(contract).flatMap(({ tags }) => tags ?? []))
const topics = [...sharedTopics.values()]

/** The names of all fields in the requests and responses of the area. */
const fieldsOf = (area: string): Set<string> => {
  const texts = operationsOf(whole)
    .filter(({ tags }) => tags?.includes(area))
    .map((operation) => JSON.stringify(operation))
  const named = (text: string) => [...text.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name = '']) => name)
  const schemas = new Set(texts.flatMap(named))
  // The iteration of a set includes values that are added during it.
  for (const name of schemas) {
    const text = JSON.stringify(whole.components.schemas[name])
    texts.push(text)
    for (const further of named(text)) schemas.add(further)
  }
  return new Set(texts.flatMap((text) => [...text.matchAll(/"([A-Z]\w+)":/g)].map(([, name = '']) => name)))
}

test('the shared set has a topic for every area of the documented interface', () => {
  const documented = new Set(
    operationsOf(whole)
      .filter((operation) => !operation['x-extension'])
      .flatMap(({ tags }) => tags ?? []),
  )
  expect(documented.size).toBeGreaterThanOrEqual(29)
  expect([...documented].filter((area) => !sharedTopics.has(area))).toEqual([])
})

test('the shared set has sanitized HTML and no short texts', () => {
  for (const { screenKey, title, summaryHtml, detailHtml, fieldTexts } of topics) {
    expect(screenKey).toMatch(/^[a-z][a-z-]*$/)
    for (const html of [summaryHtml, detailHtml, ...fieldTexts.map(({ HelpHtml }) => HelpHtml)]) {
      expect(cleanHtml(html ?? ''), screenKey).toBe(html)
    }
    expect(title.length).toBeGreaterThan(3)
    expect(detailHtml?.length, screenKey).toBeGreaterThan(150)
  }
})

test('exactly the topics of areas that are not served state so', () => {
  const sayNotYet = topics.filter(({ summaryHtml }) => summaryHtml?.includes('This version does not do this yet.'))
  const notServed = [...sharedTopics.keys()].filter((key) => !served.has(key))
  expect(sayNotYet.map(({ screenKey }) => screenKey).sort()).toEqual(notServed.sort())
})

test('every topic has related topics, of areas that are served', () => {
  const astray = topics.flatMap(({ screenKey, relatedTopics }) =>
    relatedTopics
      .map(({ DocumentId }) => DocumentId ?? '')
      .filter((key) => !served.has(key) || !sharedTopics.has(key))
      .map((key) => `${screenKey}: ${key}`),
  )
  expect(astray).toEqual([])
  expect(topics.filter(({ relatedTopics }) => relatedTopics.length === 0).map(({ screenKey }) => screenKey)).toEqual([])
})

test('related topics are shown by their titles', () => {
  for (const { relatedTopics } of topics)
    for (const { DocumentId, DisplayText } of relatedTopics)
      expect(DisplayText).toBe(sharedTopics.get(DocumentId ?? '')?.title)
})

test('every explained field exists in its area', () => {
  for (const { screenKey, fieldTexts } of topics) {
    const known = fieldsOf(screenKey)
    expect(
      fieldTexts.map(({ FieldName }) => FieldName ?? '').filter((name) => !known.has(name)),
      screenKey,
    ).toEqual([])
  }
})
