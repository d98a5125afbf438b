import type { HelpFieldText, HelpRelatedLink, HelpRelatedTopic } from '#contract/work/help'
import { getRecord } from '#kernel/records/read'
import type { RecordKind } from '#kernel/records/record-kind'
import type { Scope } from '#kernel/tenancy/scope'
import type { Models, Transaction } from '#kernel/tenancy/tenant-db'
import { type HelpComment, type HelpTopic, type HelpTopicEdit, Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { helpEvents } from './help.events.ts'
import { foldKey, type Topic } from './help.model.ts'
import { sharedTopics } from './shared-topics/shared-topics.model.ts'

/**
 * Selects the version with which the tenant's own topic of a screen was last deleted, as a row `{ last }`; 0 if none
 * was.
 */
const lastDeletedVersionSql = (tenantId: number, keyFolded: string): Sql => Prisma.sql`
  SELECT coalesce(max(audit_id), 0)::int AS last FROM audit_entry
  WHERE tenant_id = ${tenantId}::int AND entity = 'helptopic' AND action = 'deleted'
    AND lower(coalesce(changes->'ScreenKey'->>'old', changes->>'screenKey')) = ${keyFolded}::text`

const MAX_EDITS = 100

export const topicKind: RecordKind<HelpTopic> = {
  entity: 'helptopic',
  noun: 'help topic',
  table: 'help_topic',
  columns: { field_texts: 'FieldHelpText', edited_at: null },
  events: helpEvents,
  find: (tx, { tenantId, id }) => tx.helpTopic.findFirst({ where: { tenantId, id } }),
}

/** Finds the tenant's own topic of a screen; null if the screen has only a shared topic or none. */
export const findOwnTopic = (
  { db }: Pick<Scope, 'db'>,
  key: string,
  models: Models = db.prisma,
): Promise<HelpTopic | null> =>
  models.helpTopic.findFirst({ where: { tenantId: db.tenantId, keyFolded: foldKey(key) } })

/** Returns a topic of the tenant. @throws 404. */
export const getOwnTopic = (scope: Scope, id: number): Promise<HelpTopic> => getRecord(scope, topicKind, id)

/**
 * Returns the version with which the tenant's own topic of a screen was last deleted; 0 if none was. The next topic
 * continues from it, so that a client that has read the deleted topic cannot overwrite the new one.
 */
export const getLastDeletedVersion = async ({ db }: Scope, tx: Transaction, key: string): Promise<number> => {
  const [row] = await tx.rows<{ last: number }>(lastDeletedVersionSql(db.tenantId, foldKey(key)))
  return row?.last ?? 0
}

/** Converts the row of an own topic to the form of all topics. */
export const topicOf = (row: HelpTopic): Topic => ({
  id: String(row.id),
  screenKey: row.screenKey,
  title: row.title,
  summaryHtml: row.summaryHtml,
  detailHtml: row.detailHtml,
  fieldTexts: row.fieldTexts as HelpFieldText[],
  relatedTopics: row.relatedTopics as HelpRelatedTopic[],
  relatedLinks: row.relatedLinks as HelpRelatedLink[],
  editedAt: row.editedAt,
})

/** Returns the own topic of a screen, or else the shared one; undefined if the screen has none. */
export const pickCurrentTopic = (own: HelpTopic | null, key: string): Topic | undefined =>
  own ? topicOf(own) : sharedTopics.get(foldKey(key))

/** Lists the last hundred edits of a topic, newest first. */
export const listEdits = ({ db }: Scope, topicId: number): Promise<HelpTopicEdit[]> =>
  db.prisma.helpTopicEdit.findMany({
    where: { tenantId: db.tenantId, topicId },
    orderBy: { id: 'desc' },
    take: MAX_EDITS,
  })

/** A screen and the time of the last edit of its topic; null if it has no topic. */
export interface KnownScreen {
  screenKey: string
  editedAt: Date | null
}

/**
 * Lists all screens with a shared topic, with a topic of the tenant, or to which one of the tenant's topics refers,
 * ordered by key.
 *
 * @param scope null: only the screens with a shared topic.
 */
export const listScreens = async (scope: Scope | null): Promise<KnownScreen[]> => {
  const own = scope ? await listOwnTopics(scope) : []
  const related = own.flatMap(({ relatedTopics }) =>
    (relatedTopics as HelpRelatedTopic[]).flatMap(({ DocumentId }) => DocumentId ?? []),
  )
  const screens = new Map<string, KnownScreen>(
    related.map((screenKey) => [foldKey(screenKey), { screenKey, editedAt: null }]),
  )
  for (const { screenKey, editedAt } of [...sharedTopics.values(), ...own]) {
    screens.set(foldKey(screenKey), { screenKey, editedAt })
  }
  return [...screens].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, screen]) => screen)
}

const listOwnTopics = ({ db }: Scope) =>
  db.prisma.helpTopic.findMany({
    where: { tenantId: db.tenantId },
    select: { screenKey: true, editedAt: true, relatedTopics: true },
  })

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
    where: { tenantId: db.tenantId, keyFolded: foldKey(key) },
    orderBy: { id: 'asc' },
  })

/** Returns a comment on the topic of any screen. @throws 404. */
export const getComment = (scope: Scope, id: number): Promise<HelpComment> => getRecord(scope, commentKind, id)
