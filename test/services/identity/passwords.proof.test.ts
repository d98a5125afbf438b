import { expect, test } from 'vitest'
import { hashPassword, verifyPassword } from '#services/identity/sign-in/password'

const PASSWORD = 'correct horse battery staple'

test('a rejection takes as long for a login that does not exist', async () => {
  const hash = await hashPassword(PASSWORD)
  await verifyPassword('warm', undefined)
  const time = async (kept: string | undefined) => {
    const began = performance.now()
    await verifyPassword('wrong password', kept)
    return performance.now() - began
  }
  // Compares the fastest try of each, measured in turn: other work on the machine only slows single tries.
  let known = Number.POSITIVE_INFINITY
  let unknown = Number.POSITIVE_INFINITY
  for (let n = 0; n < 8; n++) {
    known = Math.min(known, await time(hash))
    unknown = Math.min(unknown, await time(undefined))
  }
  expect(unknown / known).toBeGreaterThan(0.4)
  expect(unknown / known).toBeLessThan(2.5)
})
