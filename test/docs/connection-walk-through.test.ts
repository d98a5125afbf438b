import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestCaller } from '#test/support/build-app'
import { contactsOf, type ExchangeBench, ok, openExchangeBench } from '#test/support/integration/connections'
import { blocksOf, type DocumentedRequest, fieldsOf } from './documented-requests.ts'

let bench: ExchangeBench
beforeAll(async () => {
  bench = await openExchangeBench()
})
afterAll(() => bench.close())

/** A tenant with the fields of what it has read, by name. */
interface Side {
  caller: TestCaller
  known: Map<string, unknown>
}

const openSide = async (): Promise<Side> => ({ caller: await bench.server.tenant(), known: new Map() })

/** Sends the requests of a block one after the other. @param named replaces the keys of the two tenants. */
const sendAll = async (
  { caller, known }: Side,
  requests: readonly DocumentedRequest[],
  named: (text: string) => string,
): Promise<void> => {
  const filled = (text: string) => named(text).replaceAll(/\{(\w+)\}/g, (all, name) => String(known.get(name) ?? all))
  for (const { method, url, body } of requests) {
    const address = filled(url).replaceAll(' ', '%20')
    const sent = body.trim() ? JSON.parse(filled(body)) : undefined
    const answer = await ok<unknown>(method === 'GET' ? caller.get(address) : caller.post(address, sent))
    for (const [name, value] of fieldsOf(answer)) if (value !== null) known.set(name, value)
  }
}

describe('the requests of docs/integrators.md', () => {
  it('of the section Connections and exchanges synchronize a contact from the source to the target', async () => {
    const source = await openSide()
    const target = await openSide()
    const named = (text: string) =>
      text
        .replaceAll('state-association', source.caller.tenant.key)
        .replaceAll('harbor-chamber', target.caller.tenant.key)
    const blocks = blocksOf('Connections and exchanges')
    expect(new Set(blocks.map(({ sender }) => sender))).toEqual(new Set(['source', 'target']))
    for (const { sender, requests } of blocks) {
      await sendAll(sender === 'source' ? source : target, requests, named)
      await bench.settle()
    }
    expect([...(await contactsOf(target.caller)).keys()]).toContain('Ada Lindqvist')
    expect(target.known.get('SourceTenantName')).toBe(source.caller.tenant.name)
  })
})
