import type { TestApp } from '../build-app.ts'

/** Forgets the failed attempts of all addresses: all tests have the same one. */
export const forgetAddresses = async ({ database }: Pick<TestApp, 'database'>): Promise<void> => {
  await database.system.signInThrottle.deleteMany({ where: { subject: { startsWith: 'address:' } } })
}
