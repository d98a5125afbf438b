import type { HelpTopicEditInput } from '#contract/work/help'
import { badInput, notFound, ruleRefused } from '#kernel/errors/problem'
import { lockRecordIfPresent, lockRows, lockSubject } from '#kernel/records/lock'
import { changeOf, recordChange } from '#kernel/records/record-change'
import { type ChangeAction, NEXT_VERSION, nextVersionOf } from '#kernel/records/record-kind'
import { type ExpectedVersion, requireVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { isVisible } from '#kernel/text/one-line'
import type { HelpComment, HelpTopic } from '#prisma/client'
import { readActorDisplayName } from '#services/auth/actor-display'
import { cleanTopic, parseTexts, requireNotReserved } from './help.input.ts'
import { foldKey, type TopicTexts } from './help.model.ts'
import {
  commentKind,
  findOwnTopic,
  getLastDeletedVersion,
  pickCurrentTopic,
  topicKind,
  topicOf,
} from './help.queries.ts'

/**
 * Creates or changes the tenant's own topic of a screen. The first save starts from the shared topic. A save that changes
 * nothing writes nothing.
 *
 * @throws 400, 412, 422 reserved-key, name-needed, named-twice, wrong-address.
 */
export const saveTopic = async (
  scope: Scope,
  key: string,
  input: HelpTopicEditInput,
  expected: ExpectedVersion,
): Promise<HelpTopic> => {
  const editor = await readActorDisplayName(scope)
  const clean = await cleanTopic(scope, input)
  return scope.db.transaction(async (tx) => {
    const current = await lockOwnTopic(scope, tx, key, expected)
    requireNotReserved(key)
    const texts = parseTexts(input, clean, pickCurrentTopic(current, key))
    if (current && isSame(current, texts)) return current
    const saved = await write(scope, tx, key, texts, current)
    const { id: topicId, tenantId, title, editedAt } = saved
    await tx.helpTopicEdit.create({ data: { tenantId, topicId, editedAt, editedBy: editor, title } })
    await record(scope, tx, saved, current ? 'updated' : 'created')
    return saved
  })
}

/** Deletes the tenant's own topic, so that readers get the shared one again. Does nothing if there is none. @throws 412. */
export const deleteTopic = (scope: Scope, key: string, expected: ExpectedVersion): Promise<void> =>
  scope.db.transaction(async (tx) => {
    const current = await lockOwnTopic(scope, tx, key, expected)
    if (!current) return
    await tx.helpTopic.delete({ where: { tenantId_id: { tenantId: current.tenantId, id: current.id } } })
    await record(scope, tx, nextVersionOf(current), 'deleted')
  })

/** Locks the own topics of the tenant, because a topic that does not exist yet has no row to lock. */
const lockOwnTopic = async (
  scope: Scope,
  tx: Transaction,
  key: string,
  expected: ExpectedVersion,
): Promise<HelpTopic | null> => {
  await lockSubject(scope, tx, 'help_topic')
  const current = await findOwnTopic(scope, key, tx)
  requireVersion(current?.auditId ?? 0, expected)
  if (current) await lockRows(scope, tx, topicKind, [current.id])
  return current
}

const isSame = (current: HelpTopic, texts: TopicTexts): boolean => {
  const { title, summaryHtml, detailHtml, fieldTexts, relatedTopics, relatedLinks } = topicOf(current)
  const before = [title, summaryHtml, detailHtml, fieldTexts, relatedTopics, relatedLinks]
  const after = [texts.title, texts.summaryHtml, texts.detailHtml, texts.fieldTexts, texts.relatedTopics]
  return before.map(inOrder).join('\n') === [...after, texts.relatedLinks].map(inOrder).join('\n')
}

/** Writes JSON with the fields in order. JSONB does not keep the order of the fields of an object. */
const inOrder = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )

const write = async (
  scope: Scope,
  tx: Transaction,
  key: string,
  texts: TopicTexts,
  current: HelpTopic | null,
): Promise<HelpTopic> => {
  const { tenantId } = scope.db
  const data = {
    title: texts.title,
    summaryHtml: texts.summaryHtml,
    detailHtml: texts.detailHtml,
    fieldTexts: texts.fieldTexts,
    relatedTopics: texts.relatedTopics,
    relatedLinks: texts.relatedLinks,
    editedAt: scope.clock.now(),
  }
  if (!current) {
    const auditId = (await getLastDeletedVersion(scope, tx, key)) + 1
    return tx.helpTopic.create({ data: { ...data, tenantId, auditId, screenKey: key, keyFolded: foldKey(key) } })
  }
  return tx.helpTopic.update({
    where: { tenantId_id: { tenantId, id: current.id } },
    data: { ...data, ...NEXT_VERSION },
  })
}

const record = (scope: Scope, tx: Transaction, topic: HelpTopic, action: ChangeAction): Promise<void> =>
  recordChange(scope, tx, changeOf(topicKind, topic, action, { payload: { screenKey: topic.screenKey } }))

const MAX_PER_SCREEN = 500

/** Adds a comment of the caller on the topic of a screen. @throws 400, 422 reserved-key, too-many. */
export const createComment = async (scope: Scope, key: string, sent: string): Promise<void> => {
  requireNotReserved(key)
  const text = sent.trim()
  if (!isVisible(text)) throw badInput('/Text', 'must not be blank')
  const author = await readActorDisplayName(scope)
  const screen = { tenantId: scope.db.tenantId, keyFolded: foldKey(key) }
  await scope.db.transaction(async (tx) => {
    await lockSubject(scope, tx, 'help_comment')
    if ((await tx.helpComment.count({ where: screen })) >= MAX_PER_SCREEN) {
      throw ruleRefused('too-many', `The screen has ${MAX_PER_SCREEN} comments. Delete some first.`)
    }
    const data = { ...screen, at: scope.clock.now(), author, text }
    await recordComment(scope, tx, await tx.helpComment.create({ data }), 'created')
  })
}

/** Deletes a comment on the topic of a screen. @throws 404. */
export const deleteComment = (scope: Scope, key: string, id: number): Promise<void> =>
  scope.db.transaction(async (tx) => {
    const comment = await lockRecordIfPresent(scope, tx, commentKind, id)
    if (comment?.keyFolded !== foldKey(key)) throw notFound('comment')
    await tx.helpComment.delete({ where: { tenantId_id: { tenantId: comment.tenantId, id } } })
    await recordComment(scope, tx, comment, 'deleted')
  })

/** Records a comment, which cannot be changed: its versions are 1 and, when it is deleted, 2. */
const recordComment = (
  scope: Scope,
  tx: Transaction,
  comment: HelpComment,
  action: 'created' | 'deleted',
): Promise<void> => {
  const version = { id: comment.id, auditId: action === 'created' ? 1 : 2 }
  const details = { payload: { screenKey: comment.keyFolded } }
  return recordChange(scope, tx, changeOf(commentKind, version, action, details))
}
