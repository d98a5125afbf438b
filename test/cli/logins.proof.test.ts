import { beforeAll, describe, expect, test } from 'vitest'
import { hashToken } from '#kernel/crypto/api-key'
import { resetByLink } from '#services/identity/login-changes'
import { findLoginLink } from '#services/identity/mail/login-links'
import { useCommandBench } from './command-bench.ts'

const { database, guildhall } = useCommandBench()

const create = (email: string, role: string, tenant = 'north') =>
  guildhall(
    `login create --tenant ${tenant} --role ${role} --email ${email} --name ${email.split('@')[0]} --password-stdin`,
    {},
    'a long enough password\n',
  )

beforeAll(async () => {
  await create('ada@north.example', 'Administrator')
  await create('bo@north.example', 'Staff')
})

const findLogin = (email: string) => database().system.login.findFirstOrThrow({ where: { email } })

describe('guildhall login list', () => {
  test('shows each seat of the tenant with id, name, address, role, state and last sign-in', async () => {
    await guildhall('tenant create --key west --name West')
    await create('cy@west.example', 'Staff', 'west')
    const ada = await findLogin('ada@north.example')
    const bo = await findLogin('bo@north.example')
    await database().system.login.update({
      where: { id: ada.id },
      data: { lastSignInAt: new Date('2026-11-01T08:00:00Z') },
    })
    await guildhall('login disable --email bo@north.example')
    expect(await guildhall('login list --tenant north')).toEqual({
      code: 0,
      err: '',
      out:
        `${String(ada.id).padStart(6)}  ada  ada@north.example  Administrator  enabled  signed in 2026-11-01T08:00:00.000Z\n` +
        `${String(bo.id).padStart(6)}  bo  bo@north.example  Staff  disabled  never signed in\n`,
    })
    await guildhall('login enable --email bo@north.example')
  })

  test('says what to do for a tenant without seats, and for an unknown tenant', async () => {
    await guildhall('tenant create --key south --name South')
    expect(await guildhall('login list --tenant south')).toEqual({
      code: 0,
      out: '',
      err: 'The tenant has no seats. Create one: guildhall login create\n',
    })
    expect((await guildhall('login list --tenant nowhere')).err).toContain('See: guildhall tenant list')
  })
})

describe('guildhall login create', () => {
  test('asks for no password of a login that exists', async () => {
    await guildhall('tenant create --key east --name East')
    expect(await guildhall('login create --tenant east --email Ada@north.example')).toEqual({
      code: 0,
      err: '',
      out: 'The login exists and keeps its password. Created a seat for ada@north.example in east as Staff.\n',
    })
    expect((await guildhall('login create --tenant east --email new@north.example')).err).toContain(
      'GUILDHALL_PASSWORD',
    )
  })
})

describe('guildhall login change-email', () => {
  test('changes the address, ends links for a new password, and keeps the seats', async () => {
    await create('dee@north.example', 'Staff')
    const { id } = await findLogin('dee@north.example')
    const link = await guildhall('login reset --email dee@north.example')
    expect(await guildhall('login change-email --email Dee@north.example --to dee.new@north.example')).toEqual({
      code: 0,
      err: '',
      out: 'Changed the address of dee@north.example to dee.new@north.example.\n',
    })
    expect((await findLogin('dee.new@north.example')).id).toBe(id)
    const token = link.out.trim().split('/').at(-1) ?? ''
    expect(await findLoginLink(database().system, token, new Date())).toBeUndefined()
    expect((await guildhall('login list --tenant north')).out).toContain('dee.new@north.example')
  })

  test('refuses an address that another login has, one that is none, and an unknown login', async () => {
    const change = (email: string, to: string) => guildhall(`login change-email --email ${email} --to ${to}`)
    const taken = await change('bo@north.example', 'ada@north.example')
    expect([taken.code, taken.err]).toEqual([1, expect.stringContaining('Another login has this address.')])
    expect((await change('bo@north.example', 'none')).err).toContain('must be an email address')
    expect((await change('nobody@north.example', 'x@north.example')).err).toContain('is not the address of a login')
  })
})

describe('guildhall login reset', () => {
  const tokenOf = (out: string): string => {
    expect(out).toMatch(/^https:\/\/members\.north\.example\/reset-password\/[\w-]{43}\n$/)
    return out.trim().split('/').at(-1) ?? ''
  }
  const reset = (email: string) =>
    guildhall(`login reset --email ${email}`, { PUBLIC_URL: 'https://members.north.example' })

  test('prints only a link, which sets a new password once within an hour and ends the link before it', async () => {
    const { system } = database()
    const before = await findLogin('bo@north.example')
    const first = tokenOf((await reset('BO@north.example')).out)
    expect((await findLogin('bo@north.example')).passwordHash).toBe(before.passwordHash)
    const { out, err, code } = await reset('bo@north.example')
    expect([code, err]).toEqual([0, ''])
    const token = tokenOf(out)
    const now = new Date()
    expect(await findLoginLink(system, first, now)).toBeUndefined()
    expect(await findLoginLink(system, token, new Date(now.getTime() + 3_601_000))).toBeUndefined()
    expect((await findLoginLink(system, token, now))?.login.id).toBe(before.id)
    expect((await resetByLink(database(), token, 'another long password', now))?.login.id).toBe(before.id)
    expect((await findLogin('bo@north.example')).passwordHash).not.toBe(before.passwordHash)
    expect(await findLoginLink(system, token, now)).toBeUndefined()
  })

  test('refuses a login that does not exist or is disabled', async () => {
    await guildhall('login disable --email bo@north.example')
    for (const email of ['bo@north.example', 'nobody@north.example'])
      expect(await reset(email)).toEqual({
        code: 1,
        out: '',
        err: `--email: "${email}" is not the address of a login that can sign in.\n`,
      })
    await guildhall('login enable --email bo@north.example')
  })
})

describe('guildhall login disable', () => {
  test('ends the sessions of the login', async () => {
    const { id: loginId } = await findLogin('bo@north.example')
    const { loginSession } = database().system
    const expiresAt = new Date(Date.now() + 3_600_000)
    const { id } = await loginSession.create({ data: { loginId, tokenHash: hashToken('of a cookie'), expiresAt } })
    expect((await guildhall('login disable --email bo@north.example')).out).toBe('Disabled bo@north.example.\n')
    expect((await findLogin('bo@north.example')).disabledAt).not.toBeNull()
    expect((await loginSession.findFirstOrThrow({ where: { id } })).revokedAt).not.toBeNull()
    expect((await guildhall('login list --tenant north')).out).toMatch(/bo@north\.example {2}Staff {2}disabled/)
    await guildhall('login enable --email bo@north.example')
  })
})

describe('guildhall login remove-seat', () => {
  test('removes the seat and keeps the login, but not of the last administrator', async () => {
    const refused = await guildhall('login remove-seat --tenant north --email ada@north.example')
    expect([refused.code, refused.out]).toEqual([1, ''])
    expect(await guildhall('login remove-seat --tenant north --email bo@north.example')).toEqual({
      code: 0,
      err: '',
      out: 'Removed the seat of bo@north.example in north.\n',
    })
    expect((await guildhall('login list --tenant north')).out).not.toContain('bo@north.example')
    expect((await findLogin('bo@north.example')).disabledAt).toBeNull()
    expect((await guildhall('login remove-seat --tenant north --email bo@north.example')).err).toBe(
      '--email: "bo@north.example" has no seat in north. List them: guildhall login list --tenant north\n',
    )
  })
})

test('guildhall login reset-second-factor says if there is none', async () => {
  const { out, code } = await guildhall('login reset-second-factor --email ada@north.example')
  expect([code, out]).toEqual([0, 'ada@north.example has no second factor.\n'])
})
