import fc from 'fast-check'
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { operationCatalogue } from '#kernel/contract/catalogue'
import type { Operation } from '#kernel/contract/schema'
import { NAMED_OPERATION, namedOperations, operationKey } from '#kernel/http/named-operation.plugin'
import { requestOperation } from '#services/calls/call-operation'
import { buildTestApp, type TestApp } from '#test/support/build-app'
import { runs } from '#test/support/runner/runs'

let server: TestApp
/** The routes of the application; each responds with the id of its operation. */
let router: FastifyInstance
/** The request for which the operations are called. */
let outer: FastifyRequest

beforeAll(async () => {
  server = await buildTestApp()
  router = Fastify({ routerOptions: server.app.initialConfig.routerOptions ?? {}, exposeHeadRoutes: false })
  await router.register(namedOperations)
  router.get('/outer', async (request) => {
    outer = request
  })
  for (const { method, url, schema, config } of server.app.servedRoutes) {
    const { operationId } = (schema ?? {}) as { operationId?: string }
    if (operationId !== undefined && method !== 'HEAD')
      router.route({ method, url, config: config ?? {}, handler: async () => ({ operationId }) })
  }
  await router.inject('/outer')
})
afterAll(async () => {
  await router.close()
  await server.close()
})

const withPath = [...operationCatalogue.values()].filter(({ url }) => url.includes(':'))
const namesIn = ({ url }: Operation): string[] => [...url.matchAll(/:(\w+)/g)].map(([, name = '']) => name)

/** The fixed segments of all paths, which the value of a parameter must not become. */
const fixed = [
  ...new Set([...operationCatalogue.values()].flatMap(({ url }) => url.split('/').filter((part) => /^\w/.test(part)))),
]
const DOTS = [
  '.',
  '..',
  '%2e',
  '%2E%2e',
  '.%2e',
  '..%2f..',
  '../..',
  '..\\..',
  './1',
  '/',
  '//',
  '1/../2',
  '1/delete/2',
]
const ODD = ['', ' ', '0x1', '1e3', '-0', '+1', '１', '1;a', '1?a=1', '1#a', '\0', '\ud800', '%', '%zz', '*', ':id']
const adversarial = fc.oneof(
  fc.constantFrom(...fixed),
  fc.constantFrom(...DOTS, ...ODD),
  fc.array(fc.constantFrom(...DOTS, ...ODD, ...fixed, '1'), { maxLength: 4 }).map((parts) => parts.join('/')),
  fc.string({ unit: 'binary', maxLength: 12 }),
)
const calls = fc.record({
  operation: fc.constantFrom(...withPath),
  texts: fc.array(fc.oneof(adversarial, fc.constant('1')), { minLength: 6, maxLength: 6 }),
})
const paramsOf = (operation: Operation, texts: readonly string[]): Record<string, string> =>
  Object.fromEntries(namesIn(operation).map((name, at) => [name, texts[at % texts.length] ?? '']))

/** The operation that ran, or the status of the refusal. */
const outcome = ({ status, text }: { status: number; text: string }): string =>
  status === 200 ? JSON.parse(text).operationId : String(status)

describe('a call of an operation in this process', () => {
  test('runs the named operation or none, whatever the parameters of its path contain', async () => {
    const property = fc.asyncProperty(calls, async ({ operation, texts }) => {
      const params = paramsOf(operation, texts)
      const response = await requestOperation(router, outer, operation, { params }, {})
      expect([operation.operationId, '400', '404', '414']).toContain(outcome(response))
    })
    await fc.assert(property, { numRuns: runs(1500) })
  })

  test('is refused at another route before its handler, also if its parameters were not validated', async () => {
    const property = fc.asyncProperty(calls, async ({ operation, texts }) => {
      const params = paramsOf(
        operation,
        texts.map((text) => text.toWellFormed()),
      )
      const url = operation.url.replace(/:(\w+)/g, (_all, name: string) => encodeURIComponent(params[name] ?? ''))
      const headers = { [NAMED_OPERATION]: operationKey(operation) }
      const { statusCode: status, payload: text } = await router.inject({ method: operation.method, url, headers })
      expect([operation.operationId, '400', '414']).toContain(outcome({ status, text }))
    })
    await fc.assert(property, { numRuns: runs(1500) })
  })

  test('names every parameter that its operation does not take', async () => {
    const operation = operationCatalogue.get('listContacts')
    if (!operation) throw new Error('no operation')
    const { status, text } = await requestOperation(
      router,
      outer,
      operation,
      { query: { $top: 'all', $skip: '..' } },
      {},
    )
    expect(status).toBe(400)
    const { code, errors } = JSON.parse(text) as { code: string; errors: { pointer: string }[] }
    expect([code, ...errors.map(({ pointer }) => pointer).sort()]).toEqual([
      'invalid-input',
      'query:$skip',
      'query:$top',
    ])
  })
})
