import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeJobTools } from '#areas/integration/connections/channel/channel-tools.job'
import { sendMessage } from '#areas/integration/connections/channel/transport.adapter'
import { prepareNextMessage } from '#areas/integration/connections/outgoing/next-message.service'
import { sealer } from '#kernel/crypto/seal'
import { systemScope } from '#kernel/outbox/deliver'
import { systemClock } from '#kernel/time/clock'
import {
  type Connected,
  connect,
  contactsOf,
  type ExchangeBench,
  makeMember,
  makePair,
  ok,
  openExchangeBench,
} from '#test/support/integration/connections'

let bench: ExchangeBench
let linked: Connected
let sourceId: number

beforeAll(async () => {
  bench = await openExchangeBench()
  linked = await connect(bench, await makePair(bench))
  const page = await ok<{ Results: { ConnectionId: number }[] }>(linked.source.get('/api/connection/all'))
  sourceId = Number(page.Results[0]?.ConnectionId)
})
afterAll(() => bench.close())

/** Takes the next message of the source as its job does before it sends it. Returns a function that delivers it. */
const takeMessage = async () => {
  const { database, app } = bench.server
  const context = { database, clock: systemClock, log: app.log }
  const scope = await systemScope(context, linked.source.tenant.id)
  const { outbound, connectorConfig } = app
  const tools = makeJobTools(context, { sealer: sealer(Buffer.alloc(32, 7)), outbound, connectorConfig })
  const next = await prepareNextMessage(scope, sourceId)
  if (!next) throw new Error('The source has nothing to send.')
  const { type, data, sequence } = next.message
  return () =>
    sendMessage(scope, tools, {
      to: { key: linked.target.tenant.key, installation: '' },
      type,
      data,
      sequence,
      connectionUid: next.connection.uid,
      timeout: 1000,
    })
}

const rename = async (id: number, LastName: string): Promise<void> => {
  const { AuditId } = await ok<{ AuditId: number }>(linked.source.get(`/api/contacts/person/${id}`))
  await ok(linked.source.post(`/api/contacts/person/${id}`, { AuditId, LastName, forceSave: true }))
  const { system } = bench.server.database
  const where = { tenantId: linked.source.tenant.id, contactId: id }
  await system.connectionSentContact.updateMany({ where, data: { isDue: true } })
}

const hasCopy = async (lastName: string) => (await contactsOf(linked.target)).has(`Ada ${lastName}`)

describe('POST /api/connection/disable/{connectionid} (disableConnection) at the source', () => {
  it('keeps the target from applying a message that was already sent, and sends it after it is enabled', async () => {
    const id = await makeMember(linked.source, linked.sourceTypeId, { LastName: 'Known' })
    await bench.settle()
    await rename(id, 'Underway')
    const deliver = await takeMessage()
    await ok(linked.source.post(`/api/connection/disable/${sourceId}`))
    expect(await deliver()).toMatchObject({ Applied: false, Disabled: false })
    // The source has not got this response: it asks again, and must not hear that it was applied.
    expect(await deliver()).toMatchObject({ Applied: false, Disabled: false })
    await bench.settle()
    expect(await hasCopy('Underway')).toBe(false)
    await ok(linked.source.post(`/api/connection/enable/${sourceId}`))
    await bench.settle()
    expect(await hasCopy('Underway')).toBe(true)
    const { isDisabledHere, isDisabledThere } = await bench.server.database.system.connection.findFirstOrThrow({
      where: { tenantId: linked.source.tenant.id },
    })
    expect([isDisabledHere, isDisabledThere]).toEqual([false, false])
  })

  it('applies what the source sent before if it arrives before', async () => {
    const id = await makeMember(linked.source, linked.sourceTypeId, { LastName: 'Early' })
    await bench.settle()
    await rename(id, 'Earlier')
    const deliver = await takeMessage()
    expect(await deliver()).toMatchObject({ Applied: true })
    await ok(linked.source.post(`/api/connection/disable/${sourceId}`))
    await bench.settle()
    expect(await hasCopy('Earlier')).toBe(true)
    await ok(linked.source.post(`/api/connection/enable/${sourceId}`))
    await bench.settle()
  })

  it('stops the target as well when the source leaves the exchange', async () => {
    const { system } = bench.server.database
    const where = { tenantId: linked.target.tenant.id, isSource: false }
    const before = await system.connection.findFirstOrThrow({ where })
    const body = {
      ExchangeName: 'Statewide exchange',
      SourceTenants: [{ TenantKey: linked.target.tenant.key }],
      TargetTenants: [{ TenantKey: linked.source.tenant.key }],
      ForceSave: true,
    }
    await ok(linked.source.post(`/api/exchange/${linked.sourceExchangeId}`, body))
    await bench.settle()
    const after = await system.connection.findFirstOrThrow({ where })
    expect(after.stoppedBefore).toBeGreaterThan(before.inSequence)
  })
})
