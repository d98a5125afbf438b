import type { Prisma } from '#prisma/client'
import { commonScopes } from '../scopes.ts'
import type { OAuthClient } from './clients.ts'
import type { OAuthContext } from './context.ts'

/** A tenant in which a user can allow a client to act, and the scopes that the client would get. */
export interface Seat {
  tenantId: number
  tenantKey: string
  tenantName: string
  /** The requested scopes, reduced to those of the user's role and of the client's registration. */
  scopes: string[]
}

type Reader = Pick<OAuthContext['system'], 'staff' | 'tenant'> | Prisma.TransactionClient

/** Lists the user's seats in the tenants of the client by name, without those where no requested scope is allowed. */
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
