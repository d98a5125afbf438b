import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signHeaders } from '#areas/integration/connections/channel/channel.model'
import { sealer } from '#kernel/crypto/seal'
import { makePeerKey, removePeer, savePeer } from '#services/peers/peers'
import type { TestCaller } from '#test/support/build-app'
import { type ExchangeBench, makeMember, makeType, ok, openExchangeBench } from '#test/support/integration/connections'
import { startReceiver } from '#test/support/integration/receiver'

/** Two installations with their own databases, which listen on loopback and have listed each other. */
interface Installations {
  near: ExchangeBench
  far: ExchangeBench
  nearUrl: string
  farUrl: string
  key: string
}

const reservePort = async (): Promise<string> => {
  const server = await startReceiver()
  await server.close()
  return server.url
}

const listen = async (url: string): Promise<ExchangeBench> => {
  const bench = await openExchangeBench({ config: { publicUrl: url, outboundAllowed: '127.0.0.1' } })
  await bench.server.app.listen({ host: '127.0.0.1', port: Number(new URL(url).port) })
  expect((bench.server.app.server.address() as AddressInfo).port).toBe(Number(new URL(url).port))
  return bench
}

let both: Installations
let source: TestCaller
let target: TestCaller
let exchangeId: number
let mappedTypeId: number

const settle = async () => {
  for (let round = 0; round < 4; round++) {
    await both.near.settle()
    await both.far.settle()
  }
}

beforeAll(async () => {
  const nearUrl = await reservePort()
  const farUrl = await reservePort()
  const key = makePeerKey()
  both = { near: await listen(nearUrl), far: await listen(farUrl), nearUrl, farUrl, key }
  const secrets = sealer(Buffer.alloc(32, 7))
  await savePeer(both.near.server.database, secrets, { url: farUrl, key })
  await savePeer(both.far.server.database, secrets, { url: nearUrl, key })
  source = await both.far.open()
  target = await both.near.open()
})
afterAll(async () => {
  await both.near.close()
  await both.far.close()
})

const contactNames = async (caller: TestCaller) =>
  (await ok<{ Results: { Name: string }[] }>(caller.get('/api/contacts'))).Results.map(({ Name }) => Name)

const post = (body: string, headers: Record<string, string>) =>
  both.far.server.app.inject({
    method: 'POST',
    url: '/api/exchange/inbox',
    headers: { 'content-type': 'application/json', ...headers },
    payload: body,
  })

const codeOf = (answer: { statusCode: number; json(): { code: string } }) => [answer.statusCode, answer.json().code]

describe('POST /api/exchange/inbox (receiveExchangeMessage)', () => {
  it('joins tenants of two installations over HTTP: search, invitation, lookups, copy and changes', async () => {
    const found = await ok<{ TenantKey: string }[]>(
      target.get(`/api/exchange/sourcetenants/lookup/${source.tenant.key}`),
    )
    expect(found.map(({ TenantKey }) => TenantKey)).toEqual([source.tenant.key])
    const body = {
      ExchangeName: 'Between installations',
      SourceTenants: [{ TenantKey: source.tenant.key }],
      TargetTenants: [{ TenantKey: target.tenant.key }],
    }
    exchangeId = (await ok<{ ExchangeId: number }>(target.post('/api/exchange/0', body))).ExchangeId
    await settle()
    const [invitation] = await ok<{ ExchangeId: number }[]>(source.get('/api/exchange/all'))
    await ok(source.post(`/api/exchange/accept/${invitation?.ExchangeId}`))
    await settle()
    const sourceTypeId = await makeType(source)
    mappedTypeId = sourceTypeId
    const targetTypeId = await makeType(target)
    const types = await ok<{ Id: number }[]>(target.get(`/api/connection/membershiptype/lookup/${source.tenant.key}`))
    expect(types.map(({ Id }) => Id)).toEqual([sourceTypeId])
    await makeMember(source, sourceTypeId, { LastName: 'Before' })
    await ok(
      target.post('/api/connection/0', {
        ExchangeId: exchangeId,
        SourceTenantKey: source.tenant.key,
        IsMembershipsSync: true,
        IsContactFeedSync: true,
        IsIndividualGeneralInfo: true,
        MembershipFeeds: [{ SourceMembershipTypeId: sourceTypeId, TargetMembershipTypeId: targetTypeId }],
      }),
    )
    await settle()
    await makeMember(source, sourceTypeId, { LastName: 'After' })
    await settle()
    expect(await contactNames(target)).toEqual(expect.arrayContaining(['Ada After', 'Ada Before']))
  })

  it('rejects forged, outdated and unsigned messages with one response', async () => {
    const message = {
      From: { Installation: both.nearUrl, TenantKey: target.tenant.key },
      To: source.tenant.key,
      Type: 'exchange.connections',
      ConnectionUid: null,
      Sequence: 0,
      Data: { Uid: crypto.randomUUID() },
    }
    const body = JSON.stringify(message)
    const now = new Date()
    const old = new Date(Date.now() - 600_000)
    const forged = [
      {},
      signHeaders('msg_1', now, body, makePeerKey()),
      signHeaders('msg_1', old, body, both.key),
      signHeaders('msg_1', now, `${body} `, both.key),
    ]
    for (const headers of forged) expect(codeOf(await post(body, headers))).toEqual([400, 'invalid-signature'])
    const unknown = JSON.stringify({ ...message, To: 'no-such-tenant' })
    expect(codeOf(await post(unknown, signHeaders('msg_1', now, unknown, both.key)))).toEqual([
      400,
      'invalid-signature',
    ])
    const stranger = JSON.stringify({ ...message, From: { ...message.From, Installation: 'https://unlisted.example' } })
    expect(codeOf(await post(stranger, signHeaders('msg_1', now, stranger, both.key)))).toEqual([
      ...[400, 'invalid-signature'],
    ])
    const signed = signHeaders('msg_replayed', now, body, both.key)
    expect((await post(body, signed)).statusCode).toBe(200)
    expect(codeOf(await post(body, signed))).toEqual([409, 'message-repeated'])
  })

  it('accepts messages of a connection only with its own key', async () => {
    const { connection } = both.far.server.database.system
    const { uid } = await connection.findFirstOrThrow({ where: { tenantId: source.tenant.id } })
    const body = JSON.stringify({
      From: { Installation: both.nearUrl, TenantKey: target.tenant.key },
      To: source.tenant.key,
      Type: 'connection.close',
      ConnectionUid: uid,
      Sequence: 2,
      Data: {},
    })
    const answer = await post(body, signHeaders('msg_2', new Date(), body, both.key))
    expect(codeOf(answer)).toEqual([400, 'invalid-signature'])
  })

  it('sends nothing to an installation that the operator has removed', async () => {
    await removePeer(both.far.server.database, both.nearUrl)
    await makeMember(source, mappedTypeId, { LastName: 'Withheld' })
    await settle()
    expect(await contactNames(target)).not.toContain('Ada Withheld')
    const { status, failure } = await both.far.server.database.system.connection.findFirstOrThrow({
      where: { tenantId: source.tenant.id },
    })
    expect([status, failure]).toEqual(['Failed', expect.stringContaining('no longer lists')])
  })

  it('lets a source delete an exchange whose target is in an installation that the operator has removed', async () => {
    const body = {
      ExchangeName: 'Of the source',
      SourceTenants: [{ TenantKey: source.tenant.key }],
      TargetTenants: [{ TenantKey: target.tenant.key }],
    }
    await savePeer(both.far.server.database, sealer(Buffer.alloc(32, 7)), { url: both.nearUrl, key: both.key })
    const { ExchangeId } = await ok<{ ExchangeId: number }>(source.post('/api/exchange/0', body))
    await settle()
    const invitations = await ok<{ ExchangeId: number; ExchangeName: string }[]>(target.get('/api/exchange/all'))
    const invitation = invitations.find(({ ExchangeName }) => ExchangeName === 'Of the source')
    await ok(target.post(`/api/exchange/accept/${invitation?.ExchangeId}`))
    await settle()
    const page = await ok<{ Results: { ConnectionId: number }[] }>(target.get('/api/connection/all'))
    await ok(target.delete(`/api/connection/${page.Results[0]?.ConnectionId}`))
    const connection = { ExchangeId: invitation?.ExchangeId, SourceTenantKey: source.tenant.key }
    await ok(target.post('/api/connection/0?forcesave=true', connection))
    await settle()
    const refused = await source.delete(`/api/exchange/${ExchangeId}`)
    expect(codeOf(refused)).toEqual([409, 'in-use'])
    await removePeer(both.far.server.database, both.nearUrl)
    await ok(source.delete(`/api/exchange/${ExchangeId}`))
    expect((await source.get(`/api/exchange/${ExchangeId}`)).statusCode).toBe(404)
  })

  it('returns 503 from a lookup while the other installation is unavailable', async () => {
    await both.far.server.app.close()
    const away = await target.get(`/api/connection/membershiptype/lookup/${source.tenant.key}`)
    expect(codeOf(away)).toEqual([503, 'unavailable'])
    expect(away.headers['retry-after']).toBeDefined()
  })
})
