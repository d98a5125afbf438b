import { actorDisplayName } from '#kernel/auth/actor-display'
import { badInput, notFound, ruleRefused } from '#kernel/errors/problem'
import { lockSubject } from '#kernel/records/lock'
import { recordChange } from '#kernel/records/record-change'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { isVisible } from '#kernel/text/one-line'
import type { HelpComment } from '#prisma/client'
import { helpEvents } from '../help.events.ts'
import { assertNotReserved } from '../help.input.ts'
import { foldedKey } from '../help.model.ts'

const MOST_ON_A_SCREEN = 500

/** Adds a remark of the caller's on the topic of a screen, under the caller's name. 422 reserved-key, too-many. */
export const addComment = async (scope: Scope, key: string, sent: string): Promise<void> => {
  assertNotReserved(key)
  const text = sent.trim()
  if (!isVisible(text)) throw badInput('/Text', 'must not be blank')
  const author = await actorDisplayName(scope)
  const place = { tenantId: scope.db.tenantId, keyFolded: foldedKey(key) }
  await scope.db.transaction(async (tx) => {
    await lockSubject(tx, scope, 'help_comment')
    if ((await tx.helpComment.count({ where: place })) >= MOST_ON_A_SCREEN) {
      throw ruleRefused('too-many', `There are ${MOST_ON_A_SCREEN} remarks on this screen. Delete some first.`)
    }
    const data = { ...place, at: scope.clock.now(), author, text }
    await record(scope, tx, await tx.helpComment.create({ data }), 'created')
  })
}

/** Deletes a remark on the topic of a screen; 404 where there is none of that id there. */
export const deleteComment = (scope: Scope, key: string, id: number): Promise<void> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    await tx.$queryRaw`select 1 from help_comment where tenant_id = ${tenantId} and id = ${id} for update`
    const comment = await tx.helpComment.findFirst({ where: { tenantId, id, keyFolded: foldedKey(key) } })
    if (!comment) throw notFound('remark')
    await tx.helpComment.delete({ where: { tenantId_id: { tenantId, id } } })
    await record(scope, tx, comment, 'deleted')
  })

const record = (scope: Scope, tx: Transaction, comment: HelpComment, action: 'created' | 'deleted'): Promise<void> =>
  recordChange(scope, tx, {
    entity: 'helpcomment',
    entityId: comment.id,
    auditId: action === 'created' ? 1 : 2,
    action,
    changes: { text: comment.text },
    event: {
      kind: action === 'created' ? helpEvents.commentCreated : helpEvents.commentDeleted,
      payload: { screenKey: comment.keyFolded },
    },
  })
