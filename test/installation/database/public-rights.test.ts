import { expect, test } from 'vitest'
import { type DatabaseRole, urlOfRole } from '#kernel/database/logins'
import { revokePublicRights } from '#src/installation/database/public-rights'
import { createTestDatabase } from '#test/support/database/database'
import { LOGIN_KEY } from '#test/support/database/login-key'
import { ask } from '../embedded-support.ts'

const asRole = (url: string, role: DatabaseRole, sql: string): Promise<string> =>
  ask(urlOfRole(role, { url, loginKey: LOGIN_KEY }), sql).then(
    () => 'allowed',
    (error: { code: string }) => error.code,
  )

test('revokes temporary tables and large objects from the request roles, once and by several processes', async () => {
  const database = await createTestDatabase()
  const warnings: string[] = []
  const log = { info: () => undefined, warn: (text: string) => void warnings.push(text) }
  const outcome = (role: DatabaseRole) =>
    Promise.all([
      asRole(database.url, role, 'CREATE TEMPORARY TABLE mine (id int)'),
      asRole(database.url, role, 'SELECT lo_create(0)'),
    ])
  try {
    expect(await outcome('guildhall_app')).toEqual(['allowed', 'allowed'])
    await Promise.all([revokePublicRights(database.url, log), revokePublicRights(database.url, log)])
    for (const role of ['guildhall_app', 'guildhall_chapter'] as const)
      expect(await outcome(role), role).toEqual(['42501', '42501'])
    expect((await outcome('guildhall_system'))[0]).toBe('allowed')
    await revokePublicRights(database.url, log)
    expect(warnings).toEqual([])
  } finally {
    await database.drop()
  }
})
