import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sealer } from '#kernel/crypto/seal'
import { MAX_FOUND_TENANTS, makePeerKey, openPeers, removePeer, savePeer } from '#services/peers/peers'
import { buildTestApp, type TestApp } from '#test/support/build-app'

let server: TestApp
const secrets = sealer(Buffer.alloc(32, 7))
beforeAll(async () => {
  server = await buildTestApp({ own: true })
})
afterAll(() => server.close())

const peers = () => openPeers(server.database, secrets)
const addTenants = (rows: { key: string; name: string; isOpenToExchanges?: boolean }[]) =>
  server.database.system.tenant.createMany({ data: rows.map((row) => ({ isOpenToExchanges: true, ...row })) })
const find = async (text: string, isExact = false) =>
  (await peers().findOpenTenants(text, isExact)).map(({ key }) => key)

describe('the tenants that other installations find', () => {
  test('are those that are open, by a part of key or name, in the order of their names, then keys', async () => {
    await addTenants([
      { key: 'lake-b', name: 'Union of Bakers' },
      { key: 'lake-c', name: 'Bakers of Kiel' },
      { key: 'lake-a', name: 'Union of Bakers' },
      { key: 'bakers-closed', name: 'Bakers', isOpenToExchanges: false },
      { key: 'hill', name: 'Smiths' },
    ])
    expect(await find('BAKERS')).toEqual(['lake-c', 'lake-a', 'lake-b'])
    expect(await find('LAKE')).toEqual(['lake-c', 'lake-a', 'lake-b'])
    expect(await find('lake', true)).toEqual([])
    expect(await find('lake-b', true)).toEqual(['lake-b'])
    expect(await find('bakers-closed', true)).toEqual([])
  })

  test('are the first ones by name if there are too many', async () => {
    const names = Array.from({ length: MAX_FOUND_TENANTS + 1 }, (_, at) => `Crowd ${String(at).padStart(2, '0')}`)
    await addTenants([...names].reverse().map((name) => ({ key: name.toLowerCase().replace(' ', '-'), name })))
    const found = await peers().findOpenTenants('crowd', false)
    expect(found.map(({ name }) => name)).toEqual(names.slice(0, MAX_FOUND_TENANTS))
  })
})

test('installations are listed by their addresses, with the key that was saved last', async () => {
  const [first, second, third] = [makePeerKey(), makePeerKey(), makePeerKey()]
  await savePeer(server.database, secrets, { url: 'https://b.example', key: first })
  await savePeer(server.database, secrets, { url: 'https://a.example', key: second })
  await savePeer(server.database, secrets, { url: 'https://b.example', key: third })
  const rows = [
    { url: 'https://a.example', key: second },
    { url: 'https://b.example', key: third },
  ]
  expect(await peers().list()).toEqual(rows)
  expect(await peers().find('https://b.example')).toEqual(rows[1])
  expect(await removePeer(server.database, 'https://a.example')).toBe(true)
  expect(await removePeer(server.database, 'https://a.example')).toBe(false)
  expect(await peers().find('https://a.example')).toBeNull()
})
