import { expect, test } from 'vitest'
import { type DetailsBench, type Json, refusal } from './contact-parts.ts'

/** One kind of part of a contact, as data: for the tests that are the same for each kind. */
export interface PartCase {
  path: string
  list: string
  save: string
  /** The field that contains the id of a part. */
  id: string
  made: Json
  change: Json
  /** The texts that a request can clear. */
  texts?: string[]
  /** The field that contains the version of the part itself, if it has one. */
  own?: string
  /** Whether the part is a record of its own, whose changes leave the version of the contact. */
  isRecord?: boolean
  /** Bodies that no request to add a part may have, each with the field that the response names. */
  bad: [Json, string][]
}

type Bench = () => DetailsBench

const rowsOf = (body: Json & Json[]): Json[] => (Array.isArray(body) ? body : (body as { Results: Json[] }).Results)

const callsOf = (bench: Bench, { path, list, save, made }: PartCase) => {
  const url = (contactId: number, partId?: unknown) =>
    `/api/contacts/${contactId}/${path}${partId === undefined ? '' : `/${partId}`}`
  return {
    url,
    add: (contactId: number) => bench().good(save, bench().mine.post(url(contactId, 0), made)),
    read: async (contactId: number) => rowsOf((await bench().good(list, bench().mine.get(url(contactId)))).body),
  }
}

/** The tests of the operation that lists the parts of a contact. */
export const testListParts = (bench: Bench, part: PartCase): void => {
  const { url, add, read } = callsOf(bench, part)

  test('returns the parts of the contact only', async () => {
    const contactId = await bench().person()
    const other = await bench().person()
    const { body } = await add(contactId)
    const { Body: _, ContactId: __, FileIds: ___, ...shown } = body as Json
    expect(await read(contactId)).toMatchObject([shown])
    expect(await read(other)).toEqual([])
  })

  test('returns 404 for a contact of another tenant', async () => {
    expect(await refusal(bench().theirs.get(url(await bench().person())))).toEqual([404, 'not-found'])
  })

  test('requires contacts:read only', async () => {
    const reader = await bench().server.caller(bench().mine.tenant, ['contacts:read'])
    expect((await reader.get(url(await bench().person()))).statusCode).toBe(200)
  })
}

/** The tests of the operation that adds and changes a part. */
export const testSavePart = (bench: Bench, part: PartCase): void => {
  const { path, id, made, change, texts, own, isRecord, bad } = part
  const { url, add, read } = callsOf(bench, part)

  test(`adds a part, then changes only the fields that are sent, and increments ${isRecord ? 'its version' : 'the version of the contact'}`, async () => {
    const contactId = await bench().person()
    const added = await add(contactId)
    expect(added.body).toMatchObject(made)
    const first = isRecord ? 1 : 2
    expect(added.version).toBe(first)
    const partId = added.body[id]
    const save = (body: Json, last: Json) => {
      const sent = own ? { ...body, [own]: last[own] } : body
      return bench().good(part.save, bench().mine.post(url(contactId, partId), sent))
    }
    const withoutVersion = (body: Json): Json => (own ? { ...body, [own]: undefined } : body)
    const kept = await save({}, added.body)
    expect(withoutVersion(kept.body)).toEqual(withoutVersion(added.body))
    const changed = await save(change, kept.body)
    expect(changed.body).toMatchObject({ ...made, ...change, [id]: partId })
    expect(changed.version).toBe(first + 2)
    const last = await save({}, changed.body)
    expect(withoutVersion(last.body)).toEqual(withoutVersion(changed.body))
    const [row] = await read(contactId)
    const { Body: _, ContactId: __, FileIds: ___, ...shown } = last.body as Json
    expect(row).toMatchObject(shown)
    expect(await bench().version(contactId)).toBe(isRecord ? 1 : first + 3)
  })

  test.each(texts ?? [])('clears %s by null and by spaces', async (field) => {
    const contactId = await bench().person()
    for (const nothing of [null, '  ']) {
      const { [id]: partId, ...added } = (await add(contactId)).body as Json
      const sent = { [field]: nothing, ...(own && { [own]: added[own] }) }
      const { body } = await bench().good(part.save, bench().mine.post(url(contactId, partId), sent))
      expect(body).toMatchObject({ ...made, [field]: null })
    }
  })

  test.each(bad)('returns 400 for %j and names the field', async (body, pointer) => {
    const contactId = await bench().person()
    expect(await refusal(bench().mine.post(url(contactId, 0), body))).toEqual([400, pointer])
    expect(await read(contactId)).toEqual([])
    expect(await bench().version(contactId)).toBe(1)
  })

  test('returns 404 through another contact, and to another tenant', async () => {
    const owner = await bench().person()
    const other = await bench().person()
    const partId = (await add(owner)).body[id]
    for (const call of [
      bench().mine.post(url(other, partId), made),
      bench().theirs.post(url(owner, 0), made),
      bench().theirs.post(url(owner, partId), made),
    ])
      expect(await refusal(call)).toEqual([404, 'not-found'])
    expect(await read(owner)).toHaveLength(1)
    expect(await bench().version(owner)).toBe(isRecord ? 1 : 2)
  })

  test('accepts one of ten concurrent changes of the same version', async () => {
    const contactId = await bench().person()
    const added = (await add(contactId)).body as Json
    const statuses = await Promise.all(
      Array.from({ length: 10 }, async () => {
        const body = own ? { ...change, [own]: added[own] } : change
        const headers: Record<string, string> = own ? {} : { 'if-match': '"2"' }
        return (await bench().mine.post(url(contactId, added[id]), body, headers)).statusCode
      }),
    )
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.filter((status) => status === (own ? 409 : 412))).toHaveLength(9)
    if (own)
      expect(await refusal(bench().mine.post(url(contactId, added[id]), change))).toEqual([409, 'stale-audit-id'])
  })

  if (!isRecord)
    test('writes what changed to the history and emits contact.updated', async () => {
      const contactId = await bench().person()
      await add(contactId)
      const where = { tenantId: bench().mine.tenant.id, entity: 'contact', entityId: contactId, auditId: 2 }
      const entry = await bench().server.database.system.auditEntry.findFirstOrThrow({ where })
      expect(Object.keys(entry.changes as object)).toEqual([path])
      const event = await bench().server.database.system.outboxEvent.findFirstOrThrow({ where })
      expect(event).toMatchObject({ kind: 'contact.updated', payload: { part: path } })
    })

  test('requires contacts:write', async () => {
    const reader = await bench().server.caller(bench().mine.tenant, ['contacts:read'])
    expect((await reader.post(url(await bench().person(), 0), made)).statusCode).toBe(403)
  })
}

/** The tests of the operation that removes a part. */
export const testDeletePart = (bench: Bench, part: PartCase): void => {
  const { url, add, read } = callsOf(bench, part)
  const { isRecord } = part

  test(`removes the part once${isRecord ? '' : ', and increments the version of the contact'}`, async () => {
    const contactId = await bench().person()
    const partId = (await add(contactId)).body[part.id]
    const removed = await bench().mine.delete(url(contactId, partId))
    expect([removed.statusCode, removed.headers.etag, removed.json()]).toEqual([200, isRecord ? undefined : '"3"', {}])
    expect(await read(contactId)).toEqual([])
    expect(await bench().version(contactId)).toBe(isRecord ? 1 : 3)
    expect(await refusal(bench().mine.delete(url(contactId, partId)))).toEqual([404, 'not-found'])
  })

  test('returns 404 through another contact, and to another tenant', async () => {
    const owner = await bench().person()
    const other = await bench().person()
    const foreign = await bench().person(bench().theirs)
    const partId = (await add(owner)).body[part.id]
    for (const call of [
      bench().mine.delete(url(other, partId)),
      bench().theirs.delete(url(owner, partId)),
      bench().theirs.delete(url(foreign, partId)),
    ])
      expect(await refusal(call)).toEqual([404, 'not-found'])
    expect(await read(owner)).toHaveLength(1)
    expect(await bench().version(owner)).toBe(isRecord ? 1 : 2)
  })

  test('requires contacts:write', async () => {
    const reader = await bench().server.caller(bench().mine.tenant, ['contacts:read'])
    expect((await reader.delete(url(await bench().person(), 1))).statusCode).toBe(403)
  })
}

/**
 * The test of the operation that makes a part the primary one.
 *
 * @param column the column of the contact's row in the list that shows the primary part.
 */
export const testMakePrimary = (
  bench: Bench,
  part: PartCase,
  make: string,
  field: string,
  column: string,
  [one, two]: [string, string],
): void => {
  const { url } = callsOf(bench, part)

  test('replaces the first part, until it is removed and the oldest remaining one becomes primary', async () => {
    const contactId = await bench().person()
    const add = async (value: string) =>
      (await bench().good(part.save, bench().mine.post(url(contactId, 0), { [field]: value }))).body[part.id]
    const choose = (id: unknown) => bench().mine.post(`${url(contactId, id)}/primary`)
    const first = await add(one)
    const second = await add(two)
    expect(await bench().row(contactId)).toMatchObject({ [column]: one })
    const version = await bench().version(contactId)
    await bench().good(make, choose(second))
    expect(await bench().row(contactId)).toMatchObject({ [column]: two })
    await bench().good(make, choose(second))
    expect(await bench().version(contactId)).toBe(version + 1)
    await bench().mine.delete(url(contactId, second))
    expect(await bench().row(contactId)).toMatchObject({ [column]: one })
    await bench().mine.delete(url(contactId, first))
    expect(await bench().row(contactId)).toMatchObject({ [column]: null })
    expect(await refusal(choose(first))).toEqual([404, 'not-found'])
  })
}
