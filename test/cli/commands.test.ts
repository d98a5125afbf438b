import { expect, test } from 'vitest'
import { hashToken, isToken } from '#kernel/auth/api-key'
import { useCommandBench } from './command-bench.ts'

const { database, guildhall } = useCommandBench()

test('creates a tenant once, with its roles, and lists it', async () => {
  const [list, again] = await Promise.all([
    guildhall('tenant list'),
    guildhall('tenant create --key north --name Other'),
  ])
  expect(list.out).toBe('north  North  (Europe/Berlin, USD)\n')
  expect(again).toMatchObject({ code: 1, out: '' })
  expect(again.err).toContain('--key: there is a tenant "north" already')
  expect(await database().system.role.count()).toBeGreaterThan(0)
})

test('prints a valid key once, and nothing else on standard output', async () => {
  const { out, code } = await guildhall('key create --tenant north --name Website --scopes contacts:read')
  expect(code).toBe(0)
  expect(isToken('ghk', out.trim())).toBe(true)
  const kept = await database().system.applicationSecret.findFirst({
    where: { hash: hashToken(out.trim()) },
    include: { permission: true },
  })
  expect(kept?.permission.scopes).toEqual(['contacts:read'])
})

test('reports an invalid argument in one sentence that says what to do', async () => {
  const { code, out, err } = await guildhall('key create --tenant nowhere --name x')
  expect([code, out]).toEqual([1, ''])
  expect(err).toMatch(/tenant list/)
  expect(err).not.toMatch(/^\s+at /m)
})
