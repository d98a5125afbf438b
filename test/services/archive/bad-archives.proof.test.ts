import { readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Manifest } from '#services/archive/archive-format'
import { openArchive, readPart } from '#services/archive/archive-reader'
import { ArchiveWriter } from '#services/archive/archive-writer'
import { BLOCK, TAR_END, writeTarHeader, writeTarPadding } from '#services/archive/tar'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'
import { archiveFolder, exportTo, importFrom } from '#test/support/integration/archives'

let server: TestApp
let caller: TestCaller
const folder = archiveFolder()
const good = folder.path('good.tar')
const bad = folder.path('bad.tar')

beforeAll(async () => {
  server = await buildTestApp({ own: true })
  caller = await server.tenant()
  const contact = { FirstName: 'Ada', LastName: 'Byron' }
  const created = await caller.post('/api/contacts/person/0', contact)
  expect(created.statusCode, created.body).toBe(200)
  await caller.post('/api/files?filename=notes.txt', 'some notes', { 'content-type': 'text/plain' })
  await exportTo(server, caller.tenant, good)
})
afterAll(async () => {
  await server.close()
  folder.remove()
})

const NOW = new Date('2026-11-27T02:00:00Z')
type Lines = Map<string, string[]>

/** Writes a correct archive with other content. */
const rewrite = async (change: (manifest: Manifest, lines: Lines) => void): Promise<void> => {
  const { file, manifest, parts } = await openArchive(good)
  const lines: Lines = new Map()
  for (const [table, entries] of parts) {
    const all = await Promise.all(entries.map((entry) => readPart(file, entry)))
    lines.set(table, all.flat())
  }
  await file.close()
  change(manifest, lines)
  manifest.kinds = manifest.kinds.map((kind) => ({ ...kind, rows: lines.get(kind.table)?.length ?? kind.rows }))
  const writer = await ArchiveWriter.open(bad, NOW)
  await writer.begin(manifest)
  for (const [table, own] of lines) if (own.length > 0) await writer.writePart(table, 1, own)
  const kinds = manifest.kinds.map(({ table, rows }) => ({ table, rows, parts: rows > 0 ? 1 : 0 }))
  await writer.finish({ kinds, files: 0, missingFiles: keysOf(lines) })
}
const keysOf = (lines: Lines): string[] =>
  (lines.get('stored_file') ?? []).map((line) => (JSON.parse(line) as { storage_key: string }).storage_key)

const fault = async (path = bad, options: Parameters<typeof importFrom>[2] = { key: 'another' }): Promise<string> => {
  const before = await server.database.system.tenant.count()
  const error = await importFrom(server, path, options).catch((reason: unknown) => reason)
  expect(error).toMatchObject({ name: 'ArchiveFault' })
  expect(await server.database.system.tenant.count()).toBe(before)
  return (error as Error).message
}

/** Puts an entry before the others. */
const withEntry = (name: string, bytes: Buffer): void => {
  const archive = readFileSync(good)
  const end = archive.lastIndexOf('end.json')
  const entry = Buffer.concat([writeTarHeader(name, bytes.length, NOW), bytes, writeTarPadding(bytes.length)])
  writeFileSync(bad, Buffer.concat([archive.subarray(0, end), entry, archive.subarray(end)]))
}

/** Where the bytes of the last entry begin. */
const endOf = (path: string): { start: number; size: number } => {
  const archive = readFileSync(path)
  const at = archive.lastIndexOf('end.json')
  return { start: at + BLOCK, size: Number.parseInt(archive.toString('latin1', at + 124, at + 135), 8) }
}

describe('an archive is refused', () => {
  test.each(['JPY', 'KWD', 'XXX', 7])('if its tenant has the currency %s', async (currency) => {
    await rewrite((_, lines) => {
      const row = JSON.parse(lines.get('tenant')?.[0] ?? '') as object
      lines.set('tenant', [JSON.stringify({ ...row, currency_code: currency })])
    })
    expect(await fault()).toContain(`"${currency}" is not a currency of ISO 4217 with two decimals`)
  })

  test('if a byte of it was changed', async () => {
    const archive = readFileSync(good)
    const at = archive.indexOf('records/contact/') + 600
    archive[at] = (archive[at] ?? 0) ^ 1
    writeFileSync(bad, archive)
    expect(await fault()).toContain('checksum')
  })

  test('if it is not complete', async () => {
    writeFileSync(bad, readFileSync(good))
    truncateSync(bad, 20_000)
    expect(await fault()).toContain('not complete')
  })

  test('if it is another kind of file', async () => {
    writeFileSync(bad, 'no archive at all'.repeat(100))
    expect(await fault()).toContain('not a tenant archive')
  })

  test('if it is a short text, an empty file or a folder', async () => {
    writeFileSync(bad, 'Dear members')
    expect(await fault()).toContain('not a tenant archive')
    writeFileSync(bad, '')
    expect(await fault()).toContain('not a tenant archive')
    expect(await fault(folder.path('.'))).toContain('is not a file')
    expect(await fault(folder.path('none.tar'))).toContain('cannot be read')
  })

  test.each([
    ['text', Buffer.from('more')],
    ['one more empty block', Buffer.alloc(BLOCK)],
    ['an entry', Buffer.concat([writeTarHeader('x', 0, NOW), TAR_END])],
  ])('if %s follows its end', async (_what, more) => {
    writeFileSync(bad, Buffer.concat([readFileSync(good), more]))
    expect(await fault()).toContain('continues after its end')
  })

  test('if its second last block is not empty', async () => {
    const archive = readFileSync(good)
    archive.fill('x', archive.length - BLOCK)
    writeFileSync(bad, archive)
    expect(await fault()).toContain('continues after its end')
  })

  test('if it has one empty block at its end only', async () => {
    writeFileSync(bad, readFileSync(good))
    truncateSync(bad, statSync(good).size - BLOCK)
    expect(await fault()).toContain('not complete')
  })

  test.each(['manifest.json', 'README.txt', 'records/tenant/000001.ndjson.gz'])(
    'if it contains %s twice',
    async (name) => {
      withEntry(name, Buffer.from('x'))
      expect(await fault()).toContain('does not announce')
    },
  )

  test('if it contains a file twice', async () => {
    const { file, files } = await openArchive(good)
    await file.close()
    withEntry(`files/${[...files.keys()][0]}`, Buffer.from('x'))
    expect(await fault()).toContain('does not announce')
  })

  test('if it contains its end twice', async () => {
    withEntry('end.json', readFileSync(good).subarray(endOf(good).start, endOf(good).start + endOf(good).size))
    expect(await fault()).toContain('continues after its end with end.json')
  })

  test.each([8 ** 11 - 1, 10 ** 6])('if an entry states %i bytes, more than the archive has', async (size) => {
    const archive = readFileSync(good)
    const { start } = endOf(good)
    writeTarHeader('end.json', size, NOW).copy(archive, start - BLOCK)
    writeFileSync(bad, archive)
    expect(await fault()).toContain('ends within end.json')
  })

  test.each([
    ['a link', (header: Buffer) => header.write('2', 156)],
    ['a folder', (header: Buffer) => header.write('5', 156)],
    ['an extension', (header: Buffer) => header.write('x', 156)],
    ['a prefix of the name', (header: Buffer) => header.write('etc', 345)],
    ['a negative size', (header: Buffer) => header.write('-0000000001', 124)],
    ['a size in base 256', (header: Buffer) => header.writeUInt8(0x80, 124)],
  ])('if an entry has %s', async (_what, change) => {
    const archive = readFileSync(good)
    const at = endOf(good).start - BLOCK
    const header = archive.subarray(at, at + BLOCK)
    change(header)
    header.fill(' ', 148, 156)
    const sum = header.reduce((total, byte) => total + byte, 0)
    header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
    writeFileSync(bad, archive)
    expect(await fault()).toContain('not a plain file')
  })

  test.each([
    '../../etc/passwd',
    'files/../x',
    'records/contact/../x.ndjson.gz',
    '/tmp/x',
    'records/login/000001.ndjson.gz',
  ])('if it contains the entry %s', async (name) => {
    withEntry(name, Buffer.from('x'))
    expect(await fault()).toContain('does not announce')
  })

  test('if a part is much larger than it seems', async () => {
    const bomb = gzipSync(Buffer.alloc(100 * 2 ** 20, 32))
    expect(bomb.length).toBeLessThan(200_000)
    const { file, parts } = await openArchive(good)
    const [entry] = parts.get('tenant') ?? []
    await file.close()
    writeFileSync(bad, bomb)
    const { open } = await import('node:fs/promises')
    const opened = await open(bad)
    const part = { ...entry, name: 'records/tenant/000001.ndjson.gz', start: 0, size: bomb.length }
    await expect(readPart(opened, part)).rejects.toThrow('too large')
    await opened.close()
  })

  test('if its database is newer', async () => {
    await rewrite((manifest) => manifest.migrations.push('29990101000000_future'))
    expect(await fault()).toMatch(/newer version .* Upgrade this installation/)
  })

  test('if its format is newer', async () => {
    await rewrite((manifest) => {
      manifest.formatVersion = 2
    })
    expect(await fault()).toContain('upgrade this installation')
  })

  test.each([
    ['older', (manifest: Manifest) => manifest.migrations.pop()],
    ['of-before-the-foundation', (manifest: Manifest) => manifest.migrations.splice(0, 1, '20261121000000_foundation')],
  ])('if its database is %s, unless that is accepted', async (key, change) => {
    await rewrite(change)
    expect(await fault()).toContain('--older')
    expect(await importFrom(server, bad, { key, acceptsOlder: true })).toMatchObject({ key })
  })

  test('if a column had another type, unless it was an integer and is a bigint now', async () => {
    const change = (manifest: Manifest, from: string, type: string) => {
      for (const { columns } of manifest.kinds)
        for (const column of columns) if (column.type === from) Object.assign(column, { type })
    }
    await rewrite((manifest) => change(manifest, 'bigint', 'text'))
    expect(await fault()).toContain('of the type text')
    await rewrite((manifest) => change(manifest, 'integer', 'bigint'))
    expect(await fault()).toContain('of the type bigint')
    await rewrite((manifest) => change(manifest, 'bigint', 'integer'))
    expect(await importFrom(server, bad, { key: 'of-smaller-ids' })).toMatchObject({ key: 'of-smaller-ids' })
  })

  test('if it has a column that is not here', async () => {
    await rewrite((manifest) => manifest.kinds[0]?.columns.push({ name: 'shoe_size', type: 'integer' }))
    expect(await fault()).toContain('tenant.shoe_size')
  })

  test('if the key is in use, or not valid', async () => {
    expect(await fault(good, {})).toContain('is in use here')
    expect(await fault(good, { key: 'Not A Key' })).toContain('is not valid')
  })

  test('for its key before the whole of it is verified', async () => {
    writeFileSync(bad, readFileSync(good))
    truncateSync(bad, statSync(good).size - 4096)
    expect(await fault(bad, {})).toContain('is in use here')
    expect(await fault(bad, { key: 'Not A Key' })).toContain('is not valid')
  })

  test('if a record references one that is missing', async () => {
    await rewrite((_manifest, lines) => lines.set('contact_tag', ['{"contact_id":999,"tag_id":999}']))
    expect(await fault()).toContain('records of contact_tag that reference missing records of')
  })

  test('if a record is not valid', async () => {
    await rewrite((_manifest, lines) => {
      const [first = '{}'] = lines.get('role') ?? []
      lines.set('role', [JSON.stringify({ ...JSON.parse(first), scopes: 'not a list' })])
    })
    expect(await fault()).toContain('The records of role cannot be imported')
  })
})

describe('an archive cannot', () => {
  test('write into another tenant', async () => {
    await rewrite((_manifest, lines) => {
      const roles = (lines.get('role') ?? []).map((line) => JSON.parse(line) as object)
      lines.set(
        'role',
        roles.map((role) => JSON.stringify({ ...role, tenant_id: caller.tenant.id, name: 'Intruder' })).slice(0, 1),
      )
    })
    const { tenantId } = await importFrom(server, bad, { key: 'intruder' })
    const found = await server.database.system.role.findMany({ where: { name: 'Intruder' } })
    expect(found.map((role) => role.tenantId)).toEqual([tenantId])
  })

  test('give itself the scope of the platform', async () => {
    await rewrite((_manifest, lines) => {
      const own = (lines.get('application_permission') ?? []).map((line) => JSON.parse(line) as object)
      const greedy = own.map((one) => JSON.stringify({ ...one, scopes: ['platform', 'admin'], is_global: true }))
      lines.set('application_permission', greedy)
    })
    const { tenantId } = await importFrom(server, bad, { key: 'greedy' })
    const [permission] = await server.database.system.applicationPermission.findMany({ where: { tenantId } })
    expect(permission).toMatchObject({ scopes: ['admin'], isGlobal: false })
  })
})
