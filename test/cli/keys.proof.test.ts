import { beforeAll, describe, expect, test } from 'vitest'
import { useCommandBench } from './command-bench.ts'

const { database, guildhall } = useCommandBench()

let key: string
let id: number
beforeAll(async () => {
  key = (await guildhall('key create --tenant north --name Website --scopes contacts:read,events:read')).out.trim()
  id = (await database().system.applicationPermission.findFirstOrThrow()).id
})

describe('guildhall key list', () => {
  test('shows id, name, state, masked key, last use and scopes, and never the key', async () => {
    const { out, err, code } = await guildhall('key list --tenant north')
    expect([code, err]).toEqual([0, ''])
    const prefix = key.slice(0, key.lastIndexOf('_') + 1)
    const indent = ' '.repeat(String(id).length + 2)
    expect(out).toBe(
      `${id}  Website  (valid)\n${indent}${prefix}...${key.slice(-4)}, never used\n${indent}contacts:read, events:read\n`,
    )
    expect(out).not.toContain(key)
  })

  test('fits a terminal of 40 columns, apart from long names and scopes', async () => {
    const { out } = await guildhall('key list --tenant north')
    for (const line of out.split('\n')) expect(line.length).toBeLessThanOrEqual(40)
  })

  test('says what to do for a tenant without keys, and for an unknown tenant', async () => {
    await guildhall('tenant create --key south --name South')
    expect((await guildhall('key list --tenant south')).out).toBe(
      'south has no API keys. See: guildhall key create --help\n',
    )
    expect(await guildhall('key list --tenant nowhere')).toMatchObject({ code: 1, out: '' })
  })
})

describe('guildhall key revoke', () => {
  test('rejects the id of a key of another tenant', async () => {
    const { code, err } = await guildhall(`key revoke --tenant south --id ${id}`)
    expect([code, err]).toEqual([1, `--id: south has no API key ${id}. See: guildhall key list --tenant south\n`])
  })

  test('revokes the key with its history, and lists it only if asked', async () => {
    const { out, code } = await guildhall(`key revoke --tenant north --id ${id}`)
    expect(code).toBe(0)
    expect(out).toMatch(
      new RegExp(
        `^Revoked the API key ${id} "Website" \\(ghk_\\w+_\\.\\.\\.${key.slice(-4)}\\) of north\\. Its scopes were contacts:read, events:read; never used\\.\n$`,
      ),
    )
    const { system } = database()
    expect((await system.applicationPermission.findFirstOrThrow({ where: { id } })).revokedAt).not.toBeNull()
    expect(await system.auditEntry.count({ where: { entity: 'api-key', entityId: id, action: 'deleted' } })).toBe(1)
    expect((await guildhall('key list --tenant north')).out).toMatch(/^north has no API keys/)
    expect((await guildhall('key list --tenant north --all')).out).toMatch(/Website {2}\(revoked \d{4}-\d\d-\d\d/)
    const again = await guildhall(`key revoke --tenant north --id ${id}`)
    expect([again.code, again.err]).toEqual([0, ''])
    expect(again.out).toMatch(
      /^The API key \d+ "Website" \(ghk_\S+\) of north was already revoked, on \d{4}-\d\d-\d\d \d\d:\d\d UTC\.\n$/,
    )
    expect(await system.auditEntry.count({ where: { entity: 'api-key', entityId: id, action: 'deleted' } })).toBe(1)
  })
})
