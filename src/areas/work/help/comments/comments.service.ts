import { badInput, notFound, ruleRefused } from '#kernel/errors/problem'
import { lockRecordIfPresent, lockSubject } from '#kernel/records/lock'
import { changeOf, recordChange } from '#kernel/records/record-change'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { isVisible } from '#kernel/text/one-line'
import type { HelpComment } from '#prisma/client'
import { actorDisplayName } from '#services/auth/actor-display'
import { assertNotReserved } from '../help.input.ts'
import { foldedKey } from '../help.model.ts'
import { commentKind } from './comments.queries.ts'

const MAX_PER_SCREEN = 500

/** Adds a comment of the caller on the topic of a screen. @throws 400, 422 reserved-key, too-many. */
export const createComment = async (scope: Scope, key: string, sent: string): Promise<void> => {
  assertNotReserved(key)
  const text = sent.trim()
  if (!isVisible(text)) throw badInput('/Text', 'must not be blank')
  const author = await actorDisplayName(scope)
  const screen = { tenantId: scope.db.tenantId, keyFolded: foldedKey(key) }
  await scope.db.transaction(async (tx) => {
    await lockSubject(scope, tx, 'help_comment')
    if ((await tx.helpComment.count({ where: screen })) >= MAX_PER_SCREEN) {
      throw ruleRefused('too-many', `The screen has ${MAX_PER_SCREEN} comments. Delete some first.`)
    }
    const data = { ...screen, at: scope.clock.now(), author, text }
    await record(scope, tx, await tx.helpComment.create({ data }), 'created')
  })
}

/** Deletes a comment on the topic of a screen. @throws 404. */
export const deleteComment = (scope: Scope, key: string, id: number): Promise<void> =>
  scope.db.transaction(async (tx) => {
    const comment = await lockRecordIfPresent(scope, tx, commentKind, id)
    if (comment?.keyFolded !== foldedKey(key)) throw notFound('comment')
    await tx.helpComment.delete({ where: { tenantId_id: { tenantId: comment.tenantId, id } } })
    await record(scope, tx, comment, 'deleted')
  })

/** A comment cannot be changed: its versions are 1 and, when it is deleted, 2. */
const record = (scope: Scope, tx: Transaction, comment: HelpComment, action: 'created' | 'deleted'): Promise<void> => {
  const version = { id: comment.id, auditId: action === 'created' ? 1 : 2 }
  const details = { changes: { text: comment.text }, payload: { screenKey: comment.keyFolded } }
  return recordChange(scope, tx, changeOf(commentKind, version, action, details))
}
