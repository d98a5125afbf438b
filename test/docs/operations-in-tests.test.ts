import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { plugins } from '#areas/joined'
import { descriptionsOf, withTags } from '#scripts/checks/descriptions'
import { operationsOfRoutes, servedOperations } from '#scripts/checks/served'
import { ENDINGS, FOLDERS, readSources, sourceFile } from '#scripts/checks/sources'
import { describedOperations, faultsOf, misplacedOperations } from './described-operations.ts'

const root = join(import.meta.dirname, '../..')
const files = readSources(root, FOLDERS, ENDINGS)
const served = servedOperations(files)
const tests = files.filter(({ path }) => path.endsWith('.test.ts'))

interface DocumentedOperation {
  operationId: string
  summary: string
  description?: string
  parameters?: { description?: string }[]
}
const bundle = JSON.parse(readFileSync(join(root, 'openapi/openapi.json'), 'utf8')) as {
  paths: Record<string, Record<string, DocumentedOperation>>
}
const documented = Object.entries(bundle.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ route: `${method.toUpperCase()} ${path}`, operation })),
)
const contract = new Map(documented.map(({ route, operation }) => [operation.operationId, route]))

/** The ids of the operations that the areas register, from the router. */
const registered = async (): Promise<string[]> => {
  const app = Fastify()
  const ids = new Set<string>()
  app.setValidatorCompiler(() => () => true)
  app.setSerializerCompiler(() => () => '')
  app.addHook('onRoute', ({ schema }) => {
    if (schema && 'operationId' in schema) ids.add(String(schema.operationId))
  })
  for (const plugin of plugins) await app.register(plugin)
  await app.ready()
  return [...ids].sort()
}

test('the operations that the routes name are those that the areas register', async () => {
  expect([...served].sort()).toEqual(await registered())
  expect(served.size).toBeGreaterThan(200)
})

test('the check of the vocabulary reads every description of an operation that is served', () => {
  const sources = files.filter(({ path }) => path.startsWith('openapi/'))
  const tags = withTags(served, sources)
  const checked = sources.flatMap((file) => descriptionsOf(file, tags)).map(({ text }) => lettersOf(text))
  const unread = documented
    .map(({ operation }) => operation)
    .filter(({ operationId }) => served.has(operationId))
    .flatMap(({ summary, description, parameters = [] }) => [
      summary,
      description,
      ...parameters.map((one) => one.description),
    ])
    .filter((text) => text !== undefined && !checked.includes(lettersOf(text)))
  expect(unread).toEqual([])
})

test('every operation that is served is named by a describe: POST /api/groups/{groupId}/merge (mergeGroup)', () => {
  const described = describedOperations(tests)
  expect(faultsOf(described, contract)).toEqual([])
  const named = new Set(described.map(({ operationId }) => operationId))
  expect([...served].filter((id) => !named.has(id))).toEqual([])
})

test('every operation that is served is named by a describe in the folder that mirrors its routes file', () => {
  expect(misplacedOperations(describedOperations(tests), operationsOfRoutes(files))).toEqual([])
})

test('an operation without a describe in the folder that mirrors its routes file is a fault', () => {
  const routes = 'src/areas/people/groups/contact-groups/contact-groups.routes.ts'
  const code =
    "import { operations } from 'x'\nserve(app, operations.joinGroup, join)\nserve(app, operations.leaveGroup, go)"
  const routed = operationsOfRoutes([sourceFile(routes, code)])
  const title = (operationId: string) =>
    `describe('POST /api/contacts/{contactId}/groups/{groupId} (${operationId})', run)`
  const faults = (path: string) =>
    misplacedOperations(
      describedOperations([
        sourceFile(path, title('joinGroup')),
        sourceFile('test/areas/people/groups/contact-groups/below/leave.test.ts', title('leaveGroup')),
      ]),
      routed,
    )
  expect(faults('test/areas/people/groups/contact-groups/other.test.ts')).toEqual([])
  expect(faults('test/areas/people/groups/groups.test.ts')).toEqual([
    `joinGroup of ${routes} needs a describe in test/areas/people/groups/contact-groups/`,
  ])
})

test('a describe that names an operation otherwise than the contract is a fault', () => {
  const sources = [
    "describe('POST /api/groups/{groupId}/merge (mergeGroup)', run)",
    "describe('GET /api/groups/{groupId}/merge (mergeGroup), for chapters', run)",
    "describe('GET /api/groups/all (listGroups)', run)\n// describe('GET /api/groups (nothing)')",
    "describe('GET /api/groups (listAllGroups)', run)\ndescribe('GET /api/groups', run)",
  ]
  const described = sources.flatMap((text, at) => describedOperations([sourceFile(`test/${at}.test.ts`, text)]))
  expect(faultsOf(described, contract)).toEqual([
    'test/1.test.ts:1 mergeGroup is POST /api/groups/{groupId}/merge',
    'test/2.test.ts:1 listGroups is GET /api/groups',
    'test/3.test.ts:1 listAllGroups is not an operation of the contract',
  ])
})

/** A text without spaces and quotes, which differ between YAML and JSON. */
const lettersOf = (text: string) => text.replaceAll(/[^\p{L}\d]/gu, '')
