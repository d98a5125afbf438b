import { listRepresented } from '#areas/people/contacts/acting-contacts/acting-contacts.queries'
import type { SignedInMember } from '#contract/people/member-logins'
import type { SqlRunner } from '#kernel/database/sql-runner'
import { forbidden } from '#kernel/errors/problem'
import { readVersionedRow, type VersionedRow } from '#kernel/listing/list-rows'
import type { RecordKind } from '#kernel/records/record-kind'
import type { Actor, Scope } from '#kernel/tenancy/scope'
import type { Models } from '#kernel/tenancy/tenant-db'
import type { MemberLogin } from '#prisma/client'
import { loginName } from '#services/identity/logins'
import { MEMBER_LOGIN } from '#services/identity/members/member-changes'
import { memberLoginEvents } from './member-logins.events.ts'
import { memberLoginList } from './member-logins.listing.ts'

export const memberLoginKind: RecordKind<MemberLogin> = {
  entity: MEMBER_LOGIN.entity,
  noun: 'member login',
  table: 'member_login',
  columns: { valid_from: null, disabled_at: null, email: 'EmailAddress' },
  events: memberLoginEvents,
  find: (tx, key) => tx.memberLogin.findFirst({ where: { ...key, contact: { deletedAt: null } } }),
}

/**
 * Returns a member login in its documented shape.
 *
 * @param runner the tenant's database, or a transaction that sees its own changes. @throws 404.
 */
export const readMemberLogin = (scope: Scope, id: number, runner: SqlRunner = scope.db): Promise<VersionedRow> =>
  readVersionedRow(runner, scope, memberLoginList(scope), id, 'member login')

/** Finds the login with an address, also a disabled one; null if there is none. */
export const findMemberLoginByEmail = ({ db }: Scope, email: string): Promise<MemberLogin | null> =>
  db.prisma.memberLogin.findFirst({
    where: { tenantId: db.tenantId, email: loginName(email), contact: { deletedAt: null } },
  })

/** Finds the name of a contact and the address of its login; null if the contact does not exist or is deleted. */
export const findMemberAddress = async (
  { db }: Scope,
  models: Models,
  contactId: number,
): Promise<{ name: string; email: string | null } | null> => {
  const contact = await models.contact.findFirst({
    where: { tenantId: db.tenantId, id: contactId, deletedAt: null },
    select: { displayName: true, memberLogin: { select: { email: true } } },
  })
  return contact && { name: contact.displayName, email: contact.memberLogin?.email ?? null }
}

export type MemberActor = Extract<Actor, { kind: 'member' }>

/** Returns the member that calls. @throws 403 not-a-member for all other callers. */
export const requireMember = ({ actor }: Pick<Scope, 'actor'>): MemberActor => {
  if (actor.kind === 'member') return actor
  throw forbidden('The operation requires an access token of a member.', 'not-a-member')
}

/** The statuses of contacts that are members: Active and Courtesy. */
const MEMBER_STATUSES: readonly number[] = [2, 4]

/** Contacts for which a signed-in member sees what is for members. */
export interface MemberView {
  /** Whether one of the contacts is a member. */
  isMember: boolean
  /** The contact itself, and those that it can act for. */
  contactIds: number[]
}

/** Finds out what a signed-in member sees. */
export const getMemberView = async (scope: Scope, { contactId }: MemberActor): Promise<MemberView> => {
  const { tenantId } = scope.db
  const own = await scope.db.prisma.contact.findFirst({ where: { tenantId, id: contactId, deletedAt: null } })
  const contacts = own ? [own, ...(await listRepresented(scope, contactId))] : []
  return {
    isMember: contacts.some(({ statusId }) => MEMBER_STATUSES.includes(statusId)),
    contactIds: contacts.map(({ id }) => id),
  }
}

/** Describes the signed-in member. @throws 403 not-a-member. */
export const getSelf = async (scope: Scope): Promise<SignedInMember> => {
  const { id, contactId } = requireMember(scope)
  const { tenant, db } = scope
  const { tenantId } = db
  const contact = await db.prisma.contact.findFirstOrThrow({ where: { tenantId, id: contactId } })
  const login = await db.prisma.memberLogin.findFirstOrThrow({ where: { tenantId, id } })
  const represented = await listRepresented(scope, contactId)
  return {
    ContactId: contactId,
    Name: contact.displayName,
    EmailAddress: login.email,
    TenantKey: tenant.key,
    TenantName: tenant.name,
    MembershipStatusTypeId: contact.statusId,
    IsMember: [contact, ...represented].some(({ statusId }) => MEMBER_STATUSES.includes(statusId)),
    ActsFor: represented.map(({ id: ContactId, name: Name, systemTypeId }) => ({
      ContactId,
      Name,
      SystemContactTypeId: systemTypeId === 2 ? 2 : 1,
    })),
  }
}
