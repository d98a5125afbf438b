import type { TagEditInput } from '#contract/people/contacts-details'
import { notFound } from '#kernel/errors/problem'
import type { ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { Tag } from '#prisma/client'
import { assertRoom, changeContact } from '../contact-changes.service.ts'
import type { Versioned } from '../contact-parts.ts'
import { readTagName } from './tags.service.ts'

/** Puts the tag of that name on a contact, and into the tenant's list where it is new; a second time changes nothing. */
export const addTag = (
  scope: Scope,
  contactId: number,
  input: TagEditInput,
  expected: ExpectedVersion,
): Promise<Versioned<Tag>> =>
  changeContact(scope, contactId, expected, 'tags', async (tx) => {
    const { tenantId } = scope.db
    const answer = await findOrMakeTag(scope, tx, input)
    const tagId = answer.id
    if (await tx.contactTag.findFirst({ where: { tenantId, contactId, tagId } })) return { answer }
    assertRoom(await tx.contactTag.count({ where: { tenantId, contactId } }), 'tags')
    await tx.contactTag.create({ data: { tenantId, contactId, tagId } })
    return { answer, changes: { added: answer.name } }
  })

/** Takes a tag from a contact; the tag itself stays. */
export const removeTag = (scope: Scope, contactId: number, tagId: number, expected: ExpectedVersion) =>
  changeContact(scope, contactId, expected, 'tags', async (tx) => {
    const { tenantId } = scope.db
    const found = await tx.contactTag.findFirst({ where: { tenantId, contactId, tagId }, include: { tag: true } })
    if (!found) throw notFound('tag')
    await tx.contactTag.deleteMany({ where: { tenantId, contactId, tagId } })
    return { answer: null, changes: { removed: found.tag.name } }
  })

/** Two who make the same tag at once get the same one: the unique index decides, the other reads what is there. */
const findOrMakeTag = async ({ db }: Scope, tx: Transaction, input: TagEditInput): Promise<Tag> => {
  const { tenantId } = db
  const { name, nameKey } = readTagName(input)
  const known = await tx.tag.findFirst({ where: { tenantId, nameKey } })
  if (known) return known
  const cssColor = input.CssColor?.toLowerCase() || null
  await tx.tag.createMany({ data: [{ tenantId, name, nameKey, cssColor }], skipDuplicates: true })
  return tx.tag.findFirstOrThrow({ where: { tenantId, nameKey } })
}
