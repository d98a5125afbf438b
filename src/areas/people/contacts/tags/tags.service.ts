import type { TagEditInput } from '#contract/people/contacts-details'
import type { SqlRunner } from '#kernel/database/sql-runner'
import { badInput, notFound } from '#kernel/errors/problem'
import { lockRows, lockSubject } from '#kernel/records/lock'
import { getRecord } from '#kernel/records/read'
import { requireUniqueName } from '#kernel/records/unique-name'
import type { ExpectedVersion } from '#kernel/records/versions'
import type { DriverTransaction } from '#kernel/tenancy/driver-transaction'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { runForWholeTenant } from '#kernel/tenancy/whole-tenant'
import { oneLine } from '#kernel/text/one-line'
import type { Tag } from '#prisma/client'
import { changeContact, lockUnversioned, recordUnversioned } from '../contact-changes.service.ts'
import { parseRequiredField } from '../contact-parts.input.ts'
import { requireRoom } from '../contact-parts.model.ts'
import type { Versioned } from '../contact-parts.queries.ts'
import { contactKind } from '../contacts.queries.ts'
import { enqueueContactsChanged } from '../records/contact-rows.service.ts'
import { foldTagName, type TagWithCount, tagKind, tagWithCount } from './tags.queries.ts'
import { contactTagsSql, findWithoutRoomSql, insertTagsSql, MAX_TAGS, tagContactsSql } from './tags.sql.ts'

/** Changes the name or color of a tag. @throws 400, 404, 409 duplicate. */
export const saveTag = (scope: Scope, id: number, input: TagEditInput): Promise<TagWithCount> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    await lockSubject(scope, tx, 'tag')
    const current = await getRecord(scope, tagKind, id, tx)
    const { name, nameKey } = parseTagName(input)
    requireUniqueName(tagKind, name, await tx.tag.findFirst({ where: { tenantId, nameKey, id: { not: id } } }))
    const cssColor = input.CssColor === undefined ? current.cssColor : input.CssColor?.toLowerCase() || null
    const data = { name, nameKey, cssColor }
    const tag = await tx.tag.update({ where: { tenantId_id: { tenantId, id } }, data, ...tagWithCount })
    await recordUnversioned(scope, tx, tagKind, id, 'updated', data)
    return tag
  })

/** Deletes a tag, and removes it from all contacts. Jobs put these into the change feed. @throws 404. */
export const deleteTag = (scope: Scope, id: number): Promise<void> =>
  scope.db.transaction(async (tx) => {
    // Locks the tag: a contact that gets it in another transaction is found, or does not get it.
    const { name } = await lockUnversioned(scope, tx, tagKind, id)
    await enqueueContactsChanged(scope, tx, await listTagged(scope, tx, id))
    await tx.tag.delete({ where: { tenantId_id: { tenantId: scope.db.tenantId, id } } })
    await recordUnversioned(scope, tx, tagKind, id, 'deleted', { name })
  })

const listTagged = (scope: Scope, tx: Transaction, tagId: number): Promise<number[]> =>
  runForWholeTenant(scope, tx, async () => {
    const where = { tenantId: scope.db.tenantId, tagId }
    const rows = await tx.contactTag.findMany({ where, select: { contactId: true }, orderBy: { contactId: 'asc' } })
    return rows.map(({ contactId }) => contactId)
  })

/**
 * Adds a tag to a contact by its name, and creates the tag if it does not exist. Changes nothing if the contact has the
 * tag already.
 *
 * @throws 400, 404, 412, 422 too-many.
 */
export const addTag = (
  scope: Scope,
  contactId: number,
  input: TagEditInput,
  expected: ExpectedVersion,
): Promise<Versioned<Tag>> =>
  changeContact(scope, contactId, expected, 'tags', async (tx) => {
    const { tenantId } = scope.db
    const result = await findOrCreateTag(scope, tx, input)
    const tagId = result.id
    if (await tx.contactTag.findFirst({ where: { tenantId, contactId, tagId } })) return { result }
    requireRoom(await tx.contactTag.count({ where: { tenantId, contactId } }), 'tags', MAX_TAGS)
    await tx.contactTag.create({ data: { tenantId, contactId, tagId } })
    return { result, changes: { added: result.name } }
  })

/** Removes a tag from a contact; the tag itself remains. @throws 404, 412. */
export const removeTag = (scope: Scope, contactId: number, tagId: number, expected: ExpectedVersion) =>
  changeContact(scope, contactId, expected, 'tags', async (tx) => {
    const where = { tenantId: scope.db.tenantId, contactId, tagId }
    const found = await tx.contactTag.findFirst({ where, include: { tag: true } })
    if (!found) throw notFound('tag')
    await tx.contactTag.deleteMany({ where })
    return { result: null, changes: { removed: found.tag.name } }
  })

/**
 * Adds tags to many contacts in a few statements, and creates the tags that do not exist. A contact without room for
 * all of them gets none. Each contact that gets one has a new version, a history entry and an event.
 *
 * @returns the ids of the contacts without room.
 */
export const tagContacts = async (
  scope: Scope,
  tx: SqlRunner,
  contactIds: readonly number[],
  names: readonly string[],
): Promise<ReadonlySet<number>> => {
  const tags = new Map(names.map((name) => [foldTagName(name), oneLine(name)]))
  const keys = [...tags.keys()]
  await lockRows(scope, tx, contactKind, contactIds, 'no key update')
  await tx.rows(insertTagsSql(scope, tags))
  await tx.rows(tagContactsSql(scope, contactIds, keys))
  const full = await tx.rows<{ id: number }>(findWithoutRoomSql(scope, contactIds, keys))
  return new Set(full.map(({ id }) => id))
}

/** Parses the name of a tag, and its folded form (nameKey). @throws 400 naming the field. */
const parseTagName = ({ Name }: TagEditInput): { name: string; nameKey: string } => {
  const name = parseRequiredField(Name, undefined, '/Name')
  const nameKey = foldTagName(name)
  if (!nameKey) throw badInput('/Name', 'must contain a letter or a digit')
  return { name, nameKey }
}

// If two requests create the same tag at once, the unique index admits one and the other reads it.
const findOrCreateTag = async (scope: Scope, tx: Transaction, input: TagEditInput): Promise<Tag> => {
  const { tenantId } = scope.db
  const { name, nameKey } = parseTagName(input)
  const known = await tx.tag.findFirst({ where: { tenantId, nameKey } })
  if (known) return known
  const cssColor = input.CssColor?.toLowerCase() || null
  const { count } = await tx.tag.createMany({ data: [{ tenantId, name, nameKey, cssColor }], skipDuplicates: true })
  const tag = await tx.tag.findFirstOrThrow({ where: { tenantId, nameKey } })
  if (count > 0) await recordUnversioned(scope, tx, tagKind, tag.id, 'created', { name })
  return tag
}

export interface ContactTags {
  contactId: number
  /** Whether the import created the contact: then its tags are part of its creation. */
  isNew: boolean
  tags: readonly string[]
}

/** Tags imported contacts, with new tags for names that the tenant does not have. */
export const tagImported = async (scope: Scope, tx: DriverTransaction, all: readonly ContactTags[]): Promise<void> => {
  const created = all.filter(({ isNew }) => isNew)
  const tags = created.flatMap(({ contactId, tags: names }) =>
    names.map((Name) => {
      const { name, nameKey } = parseTagName({ Name })
      return { contact_id: contactId, name, name_key: nameKey }
    }),
  )
  if (tags.length > 0) {
    const names = new Map(tags.map(({ name_key, name }) => [name_key, name]))
    await Promise.all([insertTagsSql(scope, names), contactTagsSql(scope.db.tenantId, tags)].map((one) => tx.rows(one)))
  }
  const existing = all.filter(({ isNew, tags: names }) => !isNew && names.length > 0)
  for (const [names, contactIds] of byNames(existing)) await tagContacts(scope, tx, contactIds, names)
}

/** Returns contacts by the tags that they get, so that one statement tags all with the same. */
const byNames = (all: readonly ContactTags[]): [names: readonly string[], contactIds: number[]][] => {
  const found = new Map<string, [readonly string[], number[]]>()
  for (const { contactId, tags } of all) {
    const key = JSON.stringify(tags)
    const known = found.get(key)
    if (known) known[1].push(contactId)
    else found.set(key, [tags, [contactId]])
  }
  return [...found.values()]
}
