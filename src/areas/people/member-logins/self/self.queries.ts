import { listRepresented } from '#areas/people/contacts/acting-contacts/acting-contacts.queries'
import type { SignedInMember } from '#contract/people/member-logins'
import { forbidden } from '#kernel/errors/problem'
import type { Actor, Scope } from '#kernel/tenancy/scope'

export type MemberActor = Extract<Actor, { kind: 'member' }>

/** The member that calls. @throws 403 not-a-member for all other callers. */
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
