import { randomInt } from 'node:crypto'
import { hashToken } from '#kernel/crypto/api-key'
import type { Database } from '#kernel/database/database'
import type { Prisma } from '#prisma/client'

const COUNT = 10
/** Without letters and digits that look alike. 16 of them: 79 bits. */
const ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz'
const LENGTH = 16

/** Hashes codes, which are random, so that their hash needs neither salt nor stretching. */
const hashOf = (code: string): string => hashToken(`recovery ${code.toLowerCase().replace(/[^0-9a-z]/g, '')}`)

/** Makes new recovery codes, which replace the earlier ones. They are shown once; only their hashes are stored. */
export const replaceRecoveryCodes = async (tx: Prisma.TransactionClient, loginId: number): Promise<string[]> => {
  const codes = Array.from({ length: COUNT }, () => {
    const letters = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
    return letters.replace(/(.{4})(?=.)/g, '$1-')
  })
  await tx.loginRecoveryCode.deleteMany({ where: { loginId } })
  await tx.loginRecoveryCode.createMany({ data: codes.map((code) => ({ loginId, codeHash: hashOf(code) })) })
  return codes
}

/** Uses up a recovery code: of two concurrent requests one gets true. */
export const useRecoveryCode = async (
  tx: Prisma.TransactionClient | Database['system'],
  loginId: number,
  code: string,
  now: Date,
): Promise<boolean> => {
  const where = { loginId, codeHash: hashOf(code), usedAt: null }
  return (await tx.loginRecoveryCode.updateMany({ where, data: { usedAt: now } })).count === 1
}
