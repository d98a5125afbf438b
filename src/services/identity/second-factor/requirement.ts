import type { Database } from '#kernel/database/database'
import { conflict } from '#kernel/errors/problem'
import type { Prisma } from '#prisma/client'
import type { StaffSeat } from '../seats.ts'
import { hasFactor } from './has-factor.ts'

type Reader = Pick<Database['system'], 'loginTotp' | 'loginPasskey'> | Prisma.TransactionClient

/** The page on which a second factor is set up. */
export const SET_UP_PATH = '/account/second-factor'

/**
 * Lists the seats that the login cannot use yet: their tenants require a second factor, and it has none. The others remain open,
 * because any administrator can add a seat for any address, and require what it likes of the staff of its own tenant.
 */
export const listClosedSeats = async (
  reader: Reader,
  loginId: number,
  seats: readonly StaffSeat[],
): Promise<readonly StaffSeat[]> => {
  const requiring = seats.filter(({ requiresSecondFactor }) => requiresSecondFactor)
  return requiring.length > 0 && !(await hasFactor(reader, loginId)) ? requiring : []
}

/** Lists the tenants with a seat of the login that require a second factor. */
const listRequiring = async (tx: Prisma.TransactionClient, loginId: number): Promise<{ name: string }[]> => {
  const seats = await tx.staff.findMany({ where: { loginId }, select: { tenantId: true } })
  const ids = seats.map(({ tenantId }) => tenantId)
  const where = { id: { in: ids }, requiresSecondFactor: true }
  return tx.tenant.findMany({ where, select: { name: true }, orderBy: { name: 'asc' } })
}

/** Refuses to leave a login without a second factor that a tenant requires. @throws 409 second-factor-required. */
export const requireFactorLeft = async (tx: Prisma.TransactionClient, loginId: number): Promise<void> => {
  if (await hasFactor(tx, loginId)) return
  const [requiring] = await listRequiring(tx, loginId)
  if (requiring)
    throw conflict(
      'second-factor-required',
      `${requiring.name} requires a second factor. Add another one before you remove this one.`,
    )
}
