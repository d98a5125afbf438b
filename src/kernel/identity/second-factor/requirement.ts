import type { Database } from '#kernel/database/database'
import { conflict } from '#kernel/errors/problem'
import type { Prisma } from '#prisma/client'
import type { StaffSeat } from '../seats.ts'
import { hasFactor } from './has-factor.ts'

type Reader = Pick<Database['system'], 'staff' | 'tenant' | 'loginTotp' | 'loginPasskey'> | Prisma.TransactionClient

/** The page on which a second factor is set up: the only one of a login that needs one and has none. */
export const SET_UP_PATH = '/account/second-factor'

/**
 * Returns the name of a tenant for which the login needs a second factor that it does not have; undefined if it can continue. One
 * such tenant is enough: the session and the pages belong to the login, not to a tenant.
 */
export const findMissingFactor = async (
  reader: Reader,
  loginId: number,
  seats: readonly Pick<StaffSeat, 'tenantName' | 'requiresSecondFactor'>[],
): Promise<string | undefined> => {
  const requiring = seats.find(({ requiresSecondFactor }) => requiresSecondFactor)
  if (!requiring || (await hasFactor(reader, loginId))) return undefined
  return requiring.tenantName
}

/** The same, where the seats are not known. */
export const findMissingFactorOf = async (reader: Reader, loginId: number): Promise<string | undefined> => {
  const [requiring] = await listRequiring(reader, loginId)
  return requiring && !(await hasFactor(reader, loginId)) ? requiring.name : undefined
}

/** Lists the tenants with a seat of the login that require a second factor. */
const listRequiring = async (reader: Reader, loginId: number): Promise<{ id: number; name: string }[]> => {
  const seats = await reader.staff.findMany({ where: { loginId }, select: { tenantId: true } })
  const ids = seats.map(({ tenantId }) => tenantId)
  const where = { id: { in: ids }, requiresSecondFactor: true }
  return reader.tenant.findMany({ where, select: { id: true, name: true }, orderBy: { name: 'asc' } })
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
