import type { Prisma } from '#prisma/client'
import { commonScopes } from '../scopes.ts'
import type { OAuthClient } from './clients.ts'
import type { OAuthContext } from './context.ts'

/** A tenant in which a user may let a client act, and what that would allow it. */
export interface Seat {
  tenantId: number
  tenantKey: string
  tenantName: string
  /** What was asked for, as far as the user's role and the client's registration go. */
  scopes: string[]
}

type Reader = Pick<OAuthContext['system'], 'staff' | 'tenant'> | Prisma.TransactionClient

/** The user's seats in the tenants that the client works in, by name; those where nothing asked for is allowed are left out. */
export const findSeats = async (
  reader: Reader,
  client: Pick<OAuthClient, 'tenantId' | 'isGlobal' | 'scopes'>,
  loginId: number,
  wanted: readonly string[],
): Promise<Seat[]> => {
  const staff = await reader.staff.findMany({
    where: { loginId, login: { disabledAt: null }, ...(!client.isGlobal && { tenantId: client.tenantId }) },
    include: { role: true },
  })
  const tenants = await reader.tenant.findMany({
    where: { id: { in: staff.map(({ tenantId }) => tenantId) } },
    orderBy: { name: 'asc' },
  })
  const allowed = commonScopes(new Set(wanted), new Set(client.scopes))
  return tenants.flatMap(({ id, key, name }) => {
    const role = staff.find(({ tenantId }) => tenantId === id)?.role
    const scopes = [...commonScopes(allowed, new Set(role?.scopes))]
    return scopes.length > 0 ? [{ tenantId: id, tenantKey: key, tenantName: name, scopes }] : []
  })
}
