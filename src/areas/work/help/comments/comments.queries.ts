import { getRecord } from '#kernel/records/read'
import type { RecordKind } from '#kernel/records/record-kind'
import type { Scope } from '#kernel/tenancy/scope'
import type { HelpComment } from '#prisma/client'
import { helpEvents } from '../help.events.ts'
import { foldedKey } from '../help.model.ts'

export const commentKind: RecordKind<HelpComment> = {
  entity: 'helpcomment',
  noun: 'comment',
  table: 'help_comment',
  events: { created: helpEvents.commentCreated, deleted: helpEvents.commentDeleted },
  find: (tx, { tenantId, id }) => tx.helpComment.findFirst({ where: { tenantId, id } }),
}

/** Lists the comments on the topic of a screen, oldest first. */
export const listComments = ({ db }: Scope, key: string): Promise<HelpComment[]> =>
  db.prisma.helpComment.findMany({
    where: { tenantId: db.tenantId, keyFolded: foldedKey(key) },
    orderBy: { id: 'asc' },
  })

/** Returns a comment on the topic of any screen. @throws 404. */
export const getComment = (scope: Scope, id: number): Promise<HelpComment> => getRecord(scope, commentKind, id)
