import type { TagEditInput } from '#contract/people/contacts-details'
import { badInput, conflict, notFound } from '#kernel/errors/problem'
import { lockSubject } from '#kernel/records/lock'
import { recordChange } from '#kernel/records/record-change'
import type { Scope } from '#kernel/tenancy/scope'
import { foldedWords } from '#kernel/text/fold'
import { neededLine } from '../contact-parts.input.ts'
import { type TagWithCount, withContactCount } from './tags.queries.ts'

/** Renames or colours a tag for all who carry it; 409 where another tag has the name. */
export const saveTag = (scope: Scope, id: number, input: TagEditInput): Promise<TagWithCount> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    await lockSubject(tx, scope, 'tag')
    const current = await tx.tag.findFirst({ where: { tenantId, id } })
    if (!current) throw notFound('tag')
    const { name, nameKey } = readTagName(input)
    if (await tx.tag.findFirst({ where: { tenantId, nameKey, id: { not: id } } })) {
      throw conflict('duplicate', `There is another tag called "${name}".`)
    }
    const cssColor = input.CssColor === undefined ? current.cssColor : input.CssColor?.toLowerCase() || null
    const data = { name, nameKey, cssColor }
    const tag = await tx.tag.update({ where: { tenantId_id: { tenantId, id } }, data, ...withContactCount })
    await recordChange(scope, tx, { entity: 'tag', entityId: id, auditId: 0, action: 'updated', changes: data })
    return tag
  })

/** Takes the tag from everybody and out of the tenant's list. */
export const deleteTag = (scope: Scope, id: number): Promise<void> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    const tag = await tx.tag.findFirst({ where: { tenantId, id } })
    if (!tag) throw notFound('tag')
    await tx.tag.delete({ where: { tenantId_id: { tenantId, id } } })
    const changes = { name: tag.name }
    await recordChange(scope, tx, { entity: 'tag', entityId: id, auditId: 0, action: 'deleted', changes })
  })

/** The name as it is shown, and as it is compared: folded words, so that "V.I.P." is not "VIP" but "Café" is "cafe". */
export const readTagName = ({ Name }: TagEditInput): { name: string; nameKey: string } => {
  const name = neededLine(Name, undefined, '/Name')
  const nameKey = foldedWords(name).join(' ')
  if (!nameKey) throw badInput('/Name', 'must hold a letter or a digit')
  return { name, nameKey }
}
