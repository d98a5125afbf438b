import { expect, test } from 'vitest'
import { hashToken, isToken } from '#kernel/crypto/api-key'
import { runCommandHere } from '../support/cli/command-here.ts'
import { useCommandBench } from './command-bench.ts'

const { database, guildhall, guildhallProcess, url } = useCommandBench()

test('creates a tenant once, with its roles, and lists it', async () => {
  const [list, again] = await Promise.all([
    guildhallProcess('tenant list'),
    guildhallProcess('tenant create --key north --name Other'),
  ])
  const { id } = await database().system.tenant.findFirstOrThrow()
  expect(list.out).toBe(`north  ${id.toString(36)}  North  (Europe/Berlin, USD)\n`)
  expect(again).toMatchObject({ code: 1, out: '' })
  expect(again.err).toContain('--key: there is a tenant "north" already')
  expect(await database().system.role.count()).toBeGreaterThan(0)
})

test.each(['JPY', 'KWD', 'XXX', 'XAU', 'euro'])('creates no tenant in the currency %s', async (currency) => {
  const refused = await guildhall(`tenant create --key east --name East --currency ${currency}`)
  expect(refused).toMatchObject({ code: 1, out: '' })
  expect(refused.err).toBe(`--currency: "${currency}" is not a currency of ISO 4217 with two decimals, such as EUR.\n`)
  expect(await database().system.tenant.count({ where: { key: 'east' } })).toBe(0)
})

test('renames a tenant, and records it', async () => {
  expect(await guildhall('tenant rename --key north --name Northern')).toEqual({
    code: 0,
    err: '',
    out: 'Renamed north from North to Northern.\n',
  })
  const { name, auditId, id } = await database().system.tenant.findFirstOrThrow({ where: { key: 'north' } })
  expect([name, auditId]).toEqual(['Northern', 2])
  expect(await database().system.auditEntry.count({ where: { tenantId: id, entity: 'tenantsettings' } })).toBe(1)
  expect(await guildhall('tenant rename --key nowhere --name X')).toMatchObject({ code: 1, out: '' })
  await guildhall('tenant rename --key north --name North')
})

test('prints a valid key once, and nothing else on standard output', async () => {
  const { out, code } = await guildhallProcess('key create --tenant north --name Website --scopes contacts:read')
  expect(code).toBe(0)
  expect(isToken('ghk', out.trim())).toBe(true)
  const kept = await database().system.applicationSecret.findFirst({
    where: { hash: hashToken(out.trim()) },
    include: { permission: true },
  })
  expect(kept?.permission.scopes).toEqual(['contacts:read'])
})

test('a login is disabled, enabled, and gets a new password', async () => {
  await guildhall(
    'login create --tenant north --email a@north.example --password-stdin',
    {},
    'a long enough password\n',
  )
  const login = () => database().system.login.findFirstOrThrow({ where: { email: 'a@north.example' } })
  const before = await login()
  expect((await guildhall('login disable --email A@north.example')).out).toBe('Disabled a@north.example.\n')
  expect((await login()).disabledAt).not.toBeNull()
  expect((await guildhall('login enable --email a@north.example')).out).toBe('Enabled a@north.example.\n')
  const reset = await guildhall('login reset-password --email a@north.example', {
    GUILDHALL_PASSWORD: 'another long password',
  })
  expect(reset.out).toBe('Reset the password of a@north.example.\n')
  expect(await login()).toMatchObject({ disabledAt: null })
  expect((await login()).passwordHash).not.toBe(before.passwordHash)
  expect((await guildhall('login disable --email b@north.example')).err).toBe(
    '--email "b@north.example" is not the address of a login\n',
  )
})

test('the only administrator is disabled only with --force, and the message says what to do', async () => {
  const create = (email: string) =>
    guildhall(
      `login create --tenant north --role Administrator --email ${email} --password-stdin`,
      {},
      'a long enough password\n',
    )
  await create('first@north.example')
  const refused = await guildhall('login disable --email First@north.example')
  expect([refused.code, refused.out]).toEqual([1, ''])
  expect(refused.err).toBe(
    'First@north.example is the only administrator that can sign in of north. Create another one first ' +
      '(guildhall login create --role Administrator), or repeat the command with --force.\n',
  )
  await create('second@north.example')
  expect((await guildhall('login disable --email first@north.example')).out).toBe('Disabled first@north.example.\n')
  expect((await guildhall('login disable --email second@north.example')).code).toBe(1)
  expect((await guildhall('login disable --email second@north.example --force')).out).toBe(
    'Disabled second@north.example.\n',
  )
})

test('reports an invalid argument in one sentence that says what to do', async () => {
  const { code, out, err } = await guildhallProcess('key create --tenant nowhere --name x')
  expect([code, out]).toEqual([1, ''])
  expect(err).toMatch(/tenant list/)
  expect(err).not.toMatch(/^\s+at /m)
})

test.each(['', '  '])('refuses the blank name "%s" in one sentence', async (name) => {
  const commands = [
    'tenant create --key south',
    'key create --tenant north',
    'login create --tenant north --email b@x.example',
  ]
  const refusals = await Promise.all(
    commands.map((command) => runCommandHere([...command.split(' '), '--name', name], { DATABASE_URL: url() })),
  )
  for (const refusal of refusals) expect(refusal).toEqual({ code: 1, out: '', err: '--name must not be blank.\n' })
})

test('a seat gets another role and is signed out, with history', async () => {
  const email = 'role@north.example'
  await guildhall(`login create --tenant north --email ${email} --password-stdin`, {}, 'a long enough password\n')
  const about = `--tenant north --email ${email}`
  const changed = await guildhall(`login set-role ${about} --role Administrator`)
  expect([changed.out, changed.err]).toEqual([`Changed the role of ${email} in north to Administrator.\n`, ''])
  expect((await guildhall(`login sign-out ${about}`)).out).toBe(`Signed ${email} out.\n`)
  const { id } = await database().system.login.findFirstOrThrow({ where: { email } })
  const where = { entity: 'seat', entityId: id }
  const entries = await database().system.auditEntry.findMany({ where, orderBy: { auditId: 'asc' } })
  expect(entries.map(({ action, auditId }) => [action, auditId])).toEqual([
    ...[
      ['created', 1],
      ['updated', 2],
      ['updated', 3],
    ],
  ])
  const unknown = await guildhall(`login set-role ${about} --role Emperor`)
  expect([unknown.code, unknown.err.includes('/RoleName') || unknown.err.includes('role')]).toEqual([1, true])
})
