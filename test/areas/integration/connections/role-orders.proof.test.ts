import { afterAll, beforeAll, expect, it } from 'vitest'
import { connectionKind } from '#areas/integration/connections/connections.queries'
import { applyContacts } from '#areas/integration/connections/incoming/contacts-message.service'
import type { VersionedState } from '#areas/integration/connections/states/states.model'
import { systemScope } from '#kernel/outbox/deliver'
import { systemClock } from '#kernel/time/clock'
import {
  type Connected,
  connect,
  type ExchangeBench,
  makePair,
  openExchangeBench,
} from '#test/support/integration/connections'

let bench: ExchangeBench
let linked: Connected
beforeAll(async () => {
  bench = await openExchangeBench({ own: true })
  linked = await connect(bench, await makePair(bench), { IsMembershipsSync: false })
})
afterAll(() => bench.close())

const NAMES = {
  prefix: null,
  first_name: null,
  middle_name: null,
  last_name: null,
  suffix: null,
  common_name: null,
  primary_title: null,
  gender_id: null,
  organization_name: null,
}

const base = { isActive: true, isEditable: false, infos: null, addresses: null, values: null, memberships: null }

/** The states of a person and two firms, by ids at the source that begin with a number. */
const statesFrom = (first: number) => {
  const [person, firm, other] = [first, first + 1, first + 2]
  const role = (roleId: number, organizationId: number, title: string) => ({
    roleId: first + roleId,
    organizationId,
    typeName: null,
    title,
    startsOn: '2026-01-01',
    endsOn: null,
    displayOnWeb: true,
  })
  const personState = (version: number, roles: VersionedState['roles']): VersionedState => ({
    ...base,
    contactId: person,
    systemTypeId: 1,
    version,
    names: { ...NAMES, first_name: 'Ada', last_name: `Order ${first}` },
    roles,
  })
  const firmState = (contactId: number): VersionedState => ({
    ...base,
    contactId,
    systemTypeId: 2,
    version: 1,
    names: { ...NAMES, organization_name: `Order ${contactId} Ltd` },
    roles: [],
  })
  return {
    early: personState(1, [role(1, firm, 'Clerk'), role(2, other, 'Gone')]),
    late: personState(2, [role(1, firm, 'Chief'), role(3, other, 'New')]),
    firm: firmState(firm),
    other: firmState(other),
  }
}

/** The roles of the person here, by the ids of the source. */
const rolesFrom = async (first: number) => {
  const { system } = bench.server.database
  const tenantId = linked.target.tenant.id
  const received = await system.connectionReceivedContact.findMany({
    where: { tenantId, sourceContactId: { gte: first, lt: first + 10 } },
  })
  const ids = new Map(received.map(({ sourceContactId, contactId }) => [sourceContactId - first, contactId]))
  const roles = await system.contactRole.findMany({
    where: { tenantId, contactId: Number(ids.get(0)) },
    orderBy: { sourceRoleId: 'asc' },
  })
  const offsetOf = (id: number) => [...ids].find(([, contactId]) => contactId === id)?.[0]
  return roles.map(({ sourceRoleId, organizationId, title }) => [
    Number(sourceRoleId) - first,
    offsetOf(organizationId),
    title,
  ])
}

type Name = keyof ReturnType<typeof statesFrom>
const NAMED: Name[] = ['early', 'late', 'firm']

const permutations = <T>(all: readonly T[]): T[][] =>
  all.length < 2
    ? [[...all]]
    : all.flatMap((one, at) => permutations(all.filter((_, other) => other !== at)).map((rest) => [one, ...rest]))

it('leads to the same roles in any order of states, also if each is repeated', async () => {
  const { app, database } = bench.server
  const context = { database, clock: systemClock, log: app.log }
  const scope = await systemScope(context, linked.target.tenant.id)
  const key = { tenantId: linked.target.tenant.id, id: linked.connectionId }
  const connection = await connectionKind.find(scope.db.prisma, key, scope)
  if (!connection) throw new Error('The target has no connection.')
  const apply = (state: VersionedState) =>
    applyContacts(scope, connection, connection.inSequence, { Contacts: [state] })
  let first = 1_000_000
  for (const [at, three] of permutations(NAMED).entries()) {
    // The other firm comes before or after them all.
    const order: Name[] = at % 2 === 0 ? ['other', ...three] : [...three, 'other']
    first += 10
    const states = statesFrom(first)
    for (const name of order) expect(await apply(states[name])).toEqual({ isApplied: true, refused: [] })
    for (const name of order) await apply(states[name])
    expect(await rolesFrom(first), order.join(', ')).toEqual([
      [1, 1, 'Chief'],
      [3, 2, 'New'],
    ])
  }
})
