import type { Database } from '#kernel/database/database'
import type { Prisma } from '#prisma/client'

/** A member that can sign in. */
export interface ActiveMember {
  tenantId: number
  id: number
  contactId: number
  email: string
  displayName: string
  hasPassword: boolean
}

type Reader = Pick<Database['system'], 'memberLogin'> | Prisma.TransactionClient

const WITH_NAME = { contact: { select: { displayName: true } } } as const
const CAN_SIGN_IN = { disabledAt: null, contact: { deletedAt: null } } as const

/**
 * Finds a member by the id of its login, for a session or token of the given time. Undefined if the login is disabled or
 * deleted, its contact is deleted, or what was issued at that time has ended.
 */
export const findMember = async (
  reader: Reader,
  tenantId: number,
  id: number,
  issuedAt: Date,
): Promise<ActiveMember | undefined> => {
  const found = await reader.memberLogin.findFirst({
    where: { tenantId, id, validFrom: { lt: issuedAt }, ...CAN_SIGN_IN },
    include: WITH_NAME,
  })
  return found ? presentMember(found) : undefined
}

/** A member that wants to sign in by a password. */
export interface MemberWithPassword extends ActiveMember {
  passwordHash: string | undefined
  lastSignInAt: Date | null
}

/** Finds the member that signs in with an address, in lower case; with its password if it has one. */
export const findMemberByEmail = async (
  { memberLogin }: Pick<Database['system'], 'memberLogin'>,
  tenantId: number,
  email: string,
): Promise<MemberWithPassword | undefined> => {
  const found = await memberLogin.findFirst({
    where: { tenantId, email, ...CAN_SIGN_IN },
    include: { ...WITH_NAME, password: { select: { hash: true } } },
  })
  if (!found) return undefined
  return { ...presentMember(found), passwordHash: found.password?.hash, lastSignInAt: found.lastSignInAt }
}

/**
 * Returns the subject of the throttle for attempts of a member: `sign-in` is the password, wherever it is asked for.
 */
export const throttleSubject = (
  purpose: 'sign-in' | 'link',
  { tenantId, email }: Pick<ActiveMember, 'tenantId' | 'email'>,
): string => `member ${purpose} ${tenantId} ${email}`

/** Returns the same for the pages: a browser is known by the member, whatever is guessed. */
export const guessOf = (
  purpose: 'sign-in' | 'link',
  member: Pick<ActiveMember, 'tenantId' | 'email'>,
): { subject: string; person: string } => ({
  subject: throttleSubject(purpose, member),
  person: `member ${member.tenantId} ${member.email}`,
})

const presentMember = ({
  tenantId,
  id,
  contactId,
  email,
  hasPassword,
  contact,
}: Prisma.MemberLoginGetPayload<{ include: typeof WITH_NAME }>): ActiveMember => ({
  tenantId,
  id,
  contactId,
  email,
  hasPassword,
  displayName: contact.displayName,
})
