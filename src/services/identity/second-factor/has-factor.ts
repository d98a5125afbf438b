import type { Database } from '#kernel/database/database'
import type { Prisma } from '#prisma/client'

type Reader = Pick<Database['system'], 'loginTotp' | 'loginPasskey'> | Prisma.TransactionClient

/** Returns whether a login signs in with a second factor. */
export const hasFactor = async (reader: Reader, loginId: number): Promise<boolean> =>
  (await listWithSecondFactor(reader, [loginId])).has(loginId)

/** Lists the logins that sign in with a second factor. */
export const listWithSecondFactor = async (
  reader: Reader,
  loginIds: readonly number[],
): Promise<ReadonlySet<number>> => {
  const where = { loginId: { in: [...loginIds] } }
  const apps = await reader.loginTotp.findMany({ where: { ...where, confirmedAt: { not: null } } })
  const passkeys = await reader.loginPasskey.findMany({ where, select: { loginId: true } })
  return new Set([...apps, ...passkeys].map(({ loginId }) => loginId))
}
