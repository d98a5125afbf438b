import { isDeepStrictEqual } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'
import { documentsIfMatch } from '#kernel/contract/conditions'
import { isJsonObject, type Json, type JsonObject } from '#kernel/contract/json'
import type { Operation } from '#kernel/contract/schema'
import { documentedName } from '#services/tenant-log/documented-names'
import { watchChanges } from '#test/support/database/watch-changes'
import { openChange } from '#test/support/walks/changes'
import { bodyProperties, requiredFields, servedOperations, titleOf } from '#test/support/walks/operations'
import { savesBy } from '#test/support/walks/recipes'
import { currentValue, openSave, otherValues, type Saved, savesOf } from '#test/support/walks/saves'
import { openWalk } from '#test/support/walks/world'

const walk = await openWalk({ own: true })
const unrecorded = await watchChanges(walk.server.database.ownerUrl)
const world = await walk.world()
afterAll(() => walk.close())
const served = servedOperations(walk.server.app)
const { system } = walk.server.database
const where = { tenantId: world.caller.tenant.id }

/** Saves that cannot be walked. */
const EXEMPT: Record<string, string> = {
  previewMailTemplate: 'saves nothing',
  saveSeat: 'is not saved by a recipe',
  saveCustomAdLocation: 'has one field, and no path of its own for a change',
  saveMilestone: 'is not saved by a recipe: the tests of projects check its history',
  saveTemplateMilestone: 'is not saved by a recipe: the tests of templates check its history',
  ...Object.fromEntries(
    ['Physical', 'Digital', 'Voucher', 'Informational'].map((kind) => [
      `save${kind}StoreItem`,
      'responds without the record',
    ]),
  ),
  saveStoreCart: 'starts the time of its reservation again with each save',
  saveConnection: 'has one list of settings, Mapping, for its fields',
}

/** Records without a field that a save can change by itself. */
const UNCHANGEABLE = ['saveAssignedContact', 'saveContactRelationship', 'saveOrganization', 'saveDirectoryListing']

/** Fields that change another record or other fields, too, by what the history lists. */
const LISTED_AS: Record<string, readonly string[]> = {
  'saveStoreInventoryRecord.Quantity': ['Quantity'],
  'saveWebhook.IsPaused': ['IsPaused', 'PauseReason'],
  'saveWebhook.RotateSecret': ['SecretRotated'],
  'saveChapter.ChapterName': ['Name', 'OrganizationName'],
  'saveChapter.CalendarDescription': ['Description'],
  'saveCustomField.HideDescription': ['ShowDescription'],
  'saveDirectoryListingCustomField.HideDescription': ['ShowDescription'],
  'saveCalendarItem.IsAllDay': ['Start', 'End', 'IsAllDay', 'TimeZone'],
  'saveContactEmail.EmailStatus': ['Status'],
  'saveContactPhone.Phone': ['Number'],
  'saveContactRole.RoleStartDate': ['StartDate'],
  'saveContactRole.IsContact': [],
}

interface Entry {
  entity: string
  changes: JsonObject
}

const lastEntryId = async (): Promise<number | bigint> =>
  (await system.auditEntry.findFirst({ where, orderBy: { id: 'desc' }, select: { id: true } }))?.id ?? 0

const entriesSince = async (id: number | bigint): Promise<Entry[]> => {
  const entries = await system.auditEntry.findMany({ where: { ...where, id: { gt: id } }, orderBy: { id: 'asc' } })
  return entries.map(({ entity, changes }) => ({
    entity,
    changes: isJsonObject(changes as Json) ? (changes as JsonObject) : {},
  }))
}

/** Saves one field, and returns the changes in the history; null if the rules refuse the value. */
const changesOf = async (operation: Operation, saved: Saved, before: JsonObject, field: string, value: Json) => {
  const required = requiredFields(operation).map((name) => [name, currentValue(before[name], saved.created[name])])
  const marker = await lastEntryId()
  const { status } = await saved.save({ ...Object.fromEntries(required), [field]: value })
  return status === 200 ? entriesSince(marker) : null
}

/** Values other than the current ones: also longer texts, larger numbers and later days. */
const newValues = (operation: Operation, before: JsonObject): JsonObject => {
  const others = Object.entries(before).flatMap(([field, value]): [string, Json][] => {
    if (!(field in bodyProperties(operation)) || /AuditId$|Id$/.test(field)) return []
    if (typeof value === 'number') return [[field, value + 1]]
    if (typeof value !== 'string') return []
    const date = /^(\d{4})(-\d\d-\d\d.*)$/.exec(value)
    return [[field, date ? `${Number(date[1]) + 1}${date[2]}` : `${value} 2`]]
  })
  return { ...otherValues(operation, before), ...Object.fromEntries(others) }
}

/** Returns what entries list: of a change of a part of a contact the fields of the part. */
const listOf = (entries: readonly Entry[]): JsonObject =>
  Object.assign(
    {},
    ...entries.flatMap(({ changes }) =>
      Object.entries(changes).map(([name, change]) => partOf(change) ?? { [name]: change }),
    ),
  )

const partOf = (change: Json | undefined): JsonObject | null => {
  if (!isJsonObject(change) || !isJsonObject(change.old) || !isJsonObject(change.new) || !('id' in change.new))
    return null
  const { old, new: now } = change
  const names = Object.keys(now).filter((name) => name !== 'id')
  return Object.fromEntries(
    names.map((name) => [documentedName(name), { old: old[name] ?? null, new: now[name] ?? null }]),
  )
}

/** Amounts are texts in the history, and instants have milliseconds there. */
const isSame = (listed: Json | undefined, read: Json | undefined): boolean =>
  isDeepStrictEqual(listed ?? null, read ?? null) ||
  (typeof read === 'number' && Number(listed) === read) ||
  (typeof read === 'string' && typeof listed === 'string' && Date.parse(listed) === Date.parse(read))

/** Saves a field, and then the same value again. Returns what is wrong in the history; null if the rules refuse the value. */
const walkField = async (operation: Operation, saved: Saved, field: string, value: Json) => {
  const before = await saved.read()
  const entries = await changesOf(operation, saved, before, field, value)
  if (!entries) return null
  const after = await saved.read()
  const isChanged = !isDeepStrictEqual(before[field], after[field])
  const listed = listOf(entries)
  const again = listOf((await changesOf(operation, saved, after, field, after[field] ?? null)) ?? [])
  const expected = expectedNames(operation, field, isChanged)
  const isRight = isPairOf(listed[field], before[field], after[field]) && hasOnly(listed, expected)
  return {
    isChanged,
    wrong:
      isRight && hasOnly(again, [], 'SecretRotated')
        ? null
        : { before: before[field], after: after[field], listed, expected, again },
  }
}

const expectedNames = ({ operationId }: Operation, field: string, isChanged: boolean): readonly string[] =>
  LISTED_AS[`${operationId}.${field}`] ?? (isChanged ? [field] : [])

const hasOnly = (listed: JsonObject, names: readonly string[], fact?: string): boolean =>
  isDeepStrictEqual(
    Object.keys(listed)
      .filter((name) => name !== fact)
      .sort(),
    [...names].sort(),
  )

const isPairOf = (change: Json | undefined, old: Json | undefined, now: Json | undefined): boolean =>
  !isJsonObject(change) || (isSame(change.old, old) && isSame(change.new, now))

/** Walks the fields of a new record. Returns how many changed, and what is wrong in the history of each. */
const walkSave = async (operation: Operation) => {
  const recipe = savesBy(operation.operationId)
  if (!recipe) throw new Error(`No recipe uses ${operation.operationId}`)
  const saved = await openSave(world, served, operation, recipe)
  const wrong: Record<string, unknown> = {}
  let changed = 0
  for (const [field, value] of Object.entries(newValues(operation, await saved.read()))) {
    const walked = await walkField(operation, saved, field, value)
    if (walked?.isChanged) changed++
    if (walked?.wrong) wrong[field] = walked.wrong
  }
  return { changed, wrong }
}

const walkedSaves = savesOf(served).filter(({ operationId }) => !(operationId in EXEMPT))

describe('the history of a save of one field lists that field with its old and new value', () => {
  for (const operation of walkedSaves)
    it(titleOf(operation), async () => {
      const { changed, wrong } = await walkSave(operation)
      expect(wrong).toEqual({})
      expect(changed > 0).toBe(!UNCHANGEABLE.includes(operation.operationId))
    })
})

const FAR = 2_000_000

describe('the history of a deletion lists the last values', () => {
  for (const operation of served.filter((one) => one.method === 'DELETE' && documentsIfMatch(one)))
    it(titleOf(operation), async () => {
      const { send } = await openChange(world, operation)
      const { AuditId: current } = (await send({ ifMatch: FAR })).json()
      const marker = await lastEntryId()
      const deleted = await send({ ifMatch: current, auditId: current })
      if (deleted.statusCode >= 300) return
      const entries = await entriesSince(marker)
      expect(entries.length).toBeGreaterThan(0)
    })
})

it('each changed or deleted row with a version has an entry in the history of its transaction', async () => {
  expect(await unrecorded()).toEqual([])
})

it('no secret is in the history', async () => {
  const values = await system.auditEntry.findMany({ where, select: { changes: true } })
  const names = new Set(
    values.flatMap(({ changes }) => (isJsonObject(changes as Json) ? Object.keys(changes as object) : [])),
  )
  expect([...names].filter((name) => /secret$|hash|password$|sealed|cipher|privatekey|signing/i.test(name))).toEqual([])
})
