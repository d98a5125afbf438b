import type { FastifyRequest } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { operationCatalogue } from '#kernel/contract/catalogue'
import type { Operation } from '#kernel/contract/schema'
import { NAMED_OPERATION, operationKey } from '#kernel/http/named-operation.plugin'
import { requestOperation } from '#services/calls/call-operation'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'
import { pathWith } from '#test/support/walks/requests'

let server: TestApp
let mine: TestCaller
beforeAll(async () => {
  server = await buildTestApp()
  mine = await server.tenant()
})
afterAll(() => server.close())

const asked = { ip: '127.0.0.1', socket: {}, id: 'walk', headers: {} } as unknown as FastifyRequest
const call = (operation: Operation, params: object) =>
  requestOperation(server.app, asked, operation, { params }, { 'x-api-key': mine.key })

const parametersOf = (url: string) => [...url.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
const OPERATIONS = [...operationCatalogue.values()]
const isServed = (path: string) => server.app.servedRoutes.some(({ method, url }) => `${method} ${url}` === path)
const WITH_PARAMETERS = OPERATIONS.filter(({ url }) => url.includes(':'))

/** The parameters with which the path of an operation is the path of another one; null if there are none. */
const parametersTo = (operation: Operation, other: Operation): Record<string, string> | null => {
  const [own, theirs] = [operation.url.split('/'), other.url.split('/')]
  if (operation === other || operation.method !== other.method || own.length !== theirs.length) return null
  const found: Record<string, string> = {}
  for (const [index, part] of own.entries()) {
    const there = theirs[index] ?? ''
    if (part.startsWith(':')) found[part.slice(1)] = there.startsWith(':') ? '7' : there
    else if (part.toLowerCase() !== there.toLowerCase() && !there.startsWith(':')) return null
  }
  return own.some((part, index) => part.startsWith(':') && !theirs[index]?.startsWith(':')) ? found : null
}

describe('a call in process', () => {
  test('never runs the operation whose path its parameters spell', async () => {
    const pairs = WITH_PARAMETERS.flatMap((operation) =>
      OPERATIONS.flatMap((other) => {
        const params = parametersTo(operation, other)
        return params ? [{ operation, params }] : []
      }),
    )
    let refused = 0
    for (const { operation, params } of pairs) {
      const path = pathWith(operation.url, (name) => params[name] ?? '')
      const { status } = await call(operation, params)
      if (isServed(`${operation.method} ${path}`)) expect([400, 404], path).toContain(status)
      // The schema refuses most texts before a request is sent: the same, if none had.
      const headers = { [NAMED_OPERATION]: operationKey(operation), 'x-api-key': mine.key }
      const { body } = await server.app.inject({ method: operation.method, url: path, headers })
      if (body.includes('leads to another operation')) refused++
    }
    expect(refused).toBeGreaterThan(20)
  })

  test('refuses parts of a path that lead up, and empty ones', async () => {
    for (const operation of WITH_PARAMETERS)
      for (const part of ['.', '..', '%2e', '%2E%2e', '.%2E', '']) {
        const params = Object.fromEntries(parametersOf(operation.url).map((name) => [name, part]))
        const { status, text } = await call(operation, params)
        expect([status, text.includes('path:')], `${operation.url} ${part}`).toEqual([400, true])
      }
  })

  test('encodes all that would end or divide a part of a path', async () => {
    const operation = WITH_PARAMETERS.find(({ url }) => url === '/api/contacts/person/:contactId') as Operation
    for (const contactId of ['1/../../groups', '1?x=1', '1#x', '..;/1', '1%2f..', '\\..\\1']) {
      const { status } = await call(operation, { contactId })
      expect([contactId, status]).toEqual([contactId, 400])
    }
  })
})
