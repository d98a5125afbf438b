import type { HelpFieldText, HelpRelatedLink, HelpRelatedTopic } from '#contract/work/help'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { HelpComment, HelpTopic, HelpTopicEdit } from '#prisma/client'
import { foldedKey, type Topic } from './help.model.ts'
import { builtInTopics } from './shared-topics/shared-topics.model.ts'

const MOST_EDITS = 100

/** The tenant's own topic of a screen; null where the shared one stands. */
export const findOwnTopic = (
  { db }: Pick<Scope, 'db'>,
  key: string,
  client: Pick<Transaction, 'helpTopic'> = db.prisma,
): Promise<HelpTopic | null> =>
  client.helpTopic.findFirst({ where: { tenantId: db.tenantId, keyFolded: foldedKey(key) } })

/**
 * The version under which the own topic of a screen was last deleted; 0 where none was. The next one goes on from there:
 * whoever read a topic that is gone must not write over one that came after it.
 */
export const lastVersion = async ({ db }: Scope, tx: Transaction, key: string): Promise<number> => {
  const [row] = await tx.$queryRaw<{ last: number }[]>`SELECT coalesce(max(audit_id), 0) AS last FROM audit_entry
    WHERE tenant_id = ${db.tenantId} AND entity = 'helptopic' AND action = 'deleted'
      AND lower(changes->>'screenKey') = ${foldedKey(key)}`
  return row?.last ?? 0
}

/** The row in the form that every topic has. */
export const topicOf = (row: HelpTopic): Topic => ({
  id: String(row.id),
  screenKey: row.screenKey,
  title: row.title,
  summaryHtml: row.summaryHtml,
  detailHtml: row.detailHtml,
  fieldTexts: row.fieldTexts as unknown as HelpFieldText[],
  relatedTopics: row.relatedTopics as unknown as HelpRelatedTopic[],
  relatedLinks: row.relatedLinks as unknown as HelpRelatedLink[],
  editedAt: row.editedAt,
})

/** Own before shared; undefined where the screen has none. */
export const standingTopic = (own: HelpTopic | null, key: string): Topic | undefined =>
  own ? topicOf(own) : builtInTopics.get(foldedKey(key))

/** Newest first, the last hundred. */
export const editsOf = ({ db }: Scope, topicId: number): Promise<HelpTopicEdit[]> =>
  db.prisma.helpTopicEdit.findMany({
    where: { tenantId: db.tenantId, topicId },
    orderBy: { id: 'desc' },
    take: MOST_EDITS,
  })

/** Oldest first. */
export const commentsOn = ({ db }: Scope, key: string): Promise<HelpComment[]> =>
  db.prisma.helpComment.findMany({
    where: { tenantId: db.tenantId, keyFolded: foldedKey(key) },
    orderBy: { id: 'asc' },
  })

/** A screen and when its topic was last changed; null where it has none. */
export interface KnownScreen {
  screenKey: string
  editedAt: Date | null
}

/** Every screen that the product, the tenant's topics or their references name, by key. Null: the shared set alone. */
export const listScreens = async (scope: Scope | null): Promise<KnownScreen[]> => {
  const own = scope ? await ownTopicHeads(scope) : []
  const wanted = own.flatMap(({ relatedTopics }) =>
    (relatedTopics as unknown as HelpRelatedTopic[]).flatMap(({ DocumentId }) => DocumentId ?? []),
  )
  const screens = new Map<string, KnownScreen>(
    wanted.map((screenKey) => [foldedKey(screenKey), { screenKey, editedAt: null }]),
  )
  for (const { screenKey, editedAt } of [...builtInTopics.values(), ...own]) {
    screens.set(foldedKey(screenKey), { screenKey, editedAt })
  }
  return [...screens].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, screen]) => screen)
}

const ownTopicHeads = ({ db }: Scope) =>
  db.prisma.helpTopic.findMany({
    where: { tenantId: db.tenantId },
    select: { screenKey: true, editedAt: true, relatedTopics: true },
  })
