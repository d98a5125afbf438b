import type { FastifyRequest } from 'fastify'
import { forbidden } from '#kernel/errors/problem'
import { staffNeeded } from '#services/auth/access'
import type { Person } from '#services/identity/own-login/own-login'

type Request = Pick<FastifyRequest, 'caller' | 'ip'>

/** Returns the person that calls, and the address of the request. @throws 403 person-needed for a key or client. */
export const requirePerson = ({ caller, ip: address }: Request): Person => {
  const { kind, loginId, memberId, tenantId } = caller?.credential ?? {}
  if (kind === 'login' && loginId) return { user: { kind, id: loginId }, address }
  if (kind === 'member' && memberId && tenantId) return { user: { kind, id: memberId, tenantId }, address }
  throw forbidden(
    'The operation is about the login of a person, and the credential belongs to an application. Use an access token of the person.',
    'person-needed',
  )
}

/**
 * Returns the login of staff that calls, and the address of the request. @throws 403 person-needed for other callers.
 */
export const requireStaff = (request: Request): { loginId: number; address: string } => {
  const { user, address } = requirePerson(request)
  if (user.kind === 'login') return { loginId: user.id, address }
  throw staffNeeded()
}
