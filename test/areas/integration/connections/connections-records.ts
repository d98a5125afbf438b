import { SEND_CONSENT, SEND_EXCHANGE } from '#areas/integration/connections/exchanges/exchanges.model'
import type { TestCaller } from '#test/support/build-app'
import { makeType } from '#test/support/integration/connections'
import { runJobs } from '#test/support/jobs/run-jobs'
import type { World } from '#test/support/walks/world'

/** One other tenant for each tenant of a walk. */
export const partners = new WeakMap<World, Promise<TestCaller>>()

export const openTenant = async (caller: TestCaller): Promise<TestCaller> => {
  await caller.post('/api/settings/tenant', { AuditId: 1, IsOpenToExchanges: true })
  return caller
}

/** The tenant that the exchanges of a walk name as source. */
export const partnerOf = (world: World): Promise<TestCaller> => {
  const partner = partners.get(world) ?? world.server.tenant().then(openTenant)
  partners.set(world, partner)
  return partner
}

export const exchangeBody = async (world: World, source?: TestCaller) => ({
  ExchangeName: `Exchange ${world.next()}`,
  SourceTenants: [{ TenantKey: (source ?? (await partnerOf(world))).tenant.key }],
  TargetTenants: [{ TenantKey: world.caller.tenant.key }],
})

/** Creates an exchange that the other tenant has accepted. Returns its id here. */
export const acceptedExchange = async (world: World, partner: TestCaller): Promise<number> => {
  const body = await exchangeBody(world, partner)
  const { ExchangeId } = await world.post('/api/exchange/0', body)
  await runJobs(world.server, SEND_EXCHANGE)
  const invitations: { ExchangeId: number; ExchangeName: string }[] = (await partner.get('/api/exchange/all')).json()
  const invitation = invitations.find(({ ExchangeName }) => ExchangeName === body.ExchangeName)
  await partner.post(`/api/exchange/accept/${invitation?.ExchangeId}`)
  await runJobs(world.server, SEND_CONSENT)
  return Number(ExchangeId)
}

export const membershipFeed = async (world: World, partner: TestCaller) => ({
  SourceMembershipTypeId: await makeType(partner, { Name: `Regular ${world.next()}` }),
  TargetMembershipTypeId: await makeType(world.caller, { Name: `State member ${world.next()}` }),
})

/** Each from a tenant of its own: a tenant has one connection from a source. */
export const connectionBody = async (world: World) => {
  const partner = await openTenant(await world.server.tenant())
  return {
    ExchangeId: await acceptedExchange(world, partner),
    SourceTenantKey: partner.tenant.key,
    MembershipFeeds: [await membershipFeed(world, partner)],
    ForceSave: true,
    IndividualCustomFields: [],
    BusinessCustomFields: [],
  }
}

export const newConnection = async (world: World) => {
  const { ConnectionId } = await world.post('/api/connection/0', await connectionBody(world))
  return Number(ConnectionId)
}
