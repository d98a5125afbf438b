import type { TestCaller } from '../build-app.ts'
import { type Connected, contactsOf, type ExchangeBench, makePair, makeType, ok, type Pair } from './connections.ts'

const COVERING = { Name: 'Firms', SystemContactTypeId: 2, CoversPeople: true }

/** The body of a connection of everything by two types. */
export const bodyOf = (pair: Pair, types: { sourceTypeId: number; targetTypeId: number }) => ({
  ExchangeId: pair.exchangeId,
  SourceTenantKey: pair.source.tenant.key,
  IsMemberShipOwnerContactInSync: true,
  IsMembershipsSync: true,
  IsContactFeedSync: true,
  IsIndividualGeneralInfo: true,
  IsBusinessGeneralInfo: true,
  MembershipFeeds: [{ SourceMembershipTypeId: types.sourceTypeId, TargetMembershipTypeId: types.targetTypeId }],
})

/** Connects a pair by a type of firms that covers their people. */
export const connectFirms = async (bench: ExchangeBench, body: object = {}): Promise<Connected> => {
  const pair = await makePair(bench)
  const sourceTypeId = await makeType(pair.source, COVERING)
  const targetTypeId = await makeType(pair.target, COVERING)
  const saved = { ...bodyOf(pair, { sourceTypeId, targetTypeId }), ...body }
  const { ConnectionId } = await ok<{ ConnectionId: number }>(pair.target.post('/api/connection/0', saved))
  await bench.settle()
  return { ...pair, connectionId: ConnectionId, sourceTypeId, targetTypeId }
}

const makePerson = async (caller: TestCaller, LastName: string): Promise<number> =>
  (
    await ok<{ ContactId: number }>(
      caller.post('/api/contacts/person/0', { FirstName: 'Ada', LastName, forceSave: true }),
    )
  ).ContactId

const makeFirm = async (caller: TestCaller, OrganizationName: string): Promise<number> =>
  (await ok<{ ContactId: number }>(caller.post('/api/contacts/org/0', { OrganizationName, forceSave: true }))).ContactId

/** Gives a contact a membership. */
export const join = (caller: TestCaller, ContactId: number, MembershipTypeId: number) =>
  ok(caller.post('/api/memberships/0', { ContactId, MembershipTypeId }))

/** What tests read of a role. */
export interface Role {
  ContactRoleId: number
  Name: string
  Title: string | null
  RoleId: number | null
  RoleStartDate: string | null
  RoleEndDate: string | null
}

/** Gives a person a role at an organization. */
export const giveRole = async (caller: TestCaller, person: number, OrganizationContactId: number, body: object = {}) =>
  (await ok<Role>(caller.post(`/api/contacts/${person}/roles/0`, { OrganizationContactId, Title: 'Clerk', ...body })))
    .ContactRoleId

/** Changes a role that nobody has changed before. */
export const changeRole = (caller: TestCaller, contactId: number, roleId: number, body: object) =>
  caller.post(`/api/contacts/${contactId}/roles/${roleId}`, { ContactRoleAuditId: 1, ...body })

/** The roles of a contact, those that have not ended first. */
export const rolesOf = (caller: TestCaller, contactId: number) =>
  ok<Role[]>(caller.get(`/api/contacts/${contactId}/roles`))

const copyOf = async ({ target }: Connected, name: string): Promise<number> =>
  Number((await contactsOf(target)).get(name))

/** A person with a role at a member of the source. The person has the lower id, so that it arrives before the firm. */
export const makeCovered = async (bench: ExchangeBench, linked: Connected, name: string, role: object = {}) => {
  const person = await makePerson(linked.source, name)
  const firm = await makeFirm(linked.source, `${name} Ltd`)
  const roleId = await giveRole(linked.source, person, firm, role)
  await join(linked.source, firm, linked.sourceTypeId)
  await bench.settle()
  return {
    person,
    firm,
    roleId,
    copy: await copyOf(linked, `Ada ${name}`),
    firmCopy: await copyOf(linked, `${name} Ltd`),
  }
}
