import type { HelpTopicEditInput } from '#contract/work/help'
import { actorDisplayName } from '#kernel/auth/actor-display'
import { lockSubject } from '#kernel/records/lock'
import { recordChange } from '#kernel/records/record-change'
import { assertVersion, type ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { HelpTopic, Prisma } from '#prisma/client'
import { helpEvents } from './help.events.ts'
import { assertNotReserved, readTexts } from './help.input.ts'
import { foldedKey, type TopicTexts } from './help.model.ts'
import { findOwnTopic, lastVersion, standingTopic, topicOf } from './help.queries.ts'

/**
 * Creates or changes the tenant's own topic of a screen; the first save starts from the shared one. A save that changes
 * nothing leaves no trace.
 *
 * @throws 412; 422 reserved-key, name-needed, named-twice, wrong-address.
 */
export const saveTopic = async (
  scope: Scope,
  key: string,
  input: HelpTopicEditInput,
  expected: ExpectedVersion,
): Promise<HelpTopic> => {
  const editor = await actorDisplayName(scope)
  return scope.db.transaction(async (tx) => {
    const current = await holdOwnTopic(scope, tx, key, expected)
    assertNotReserved(key)
    const texts = readTexts(input, standingTopic(current, key))
    if (current && isSame(current, texts)) return current
    const saved = await write(scope, tx, key, texts, current)
    const { id: topicId, tenantId, title, editedAt } = saved
    await tx.helpTopicEdit.create({ data: { tenantId, topicId, editedAt, editedBy: editor, title } })
    await record(scope, tx, saved, current ? 'updated' : 'created', { title })
    return saved
  })
}

/** Deletes the tenant's own topic, so that the shared one stands there again; nothing happens where there is none. */
export const deleteTopic = (scope: Scope, key: string, expected: ExpectedVersion): Promise<void> =>
  scope.db.transaction(async (tx) => {
    const current = await holdOwnTopic(scope, tx, key, expected)
    if (!current) return
    await tx.helpTopic.delete({ where: { tenantId_id: { tenantId: current.tenantId, id: current.id } } })
    const { title, screenKey } = current
    await record(scope, tx, { ...current, auditId: current.auditId + 1 }, 'deleted', { title, screenKey })
  })

/** The own topic as it stands, kept until the transaction ends, also where there is none yet. */
const holdOwnTopic = async (
  scope: Scope,
  tx: Transaction,
  key: string,
  expected: ExpectedVersion,
): Promise<HelpTopic | null> => {
  await lockSubject(tx, scope, 'help_topic')
  const current = await findOwnTopic(scope, key, tx)
  assertVersion(current?.auditId ?? 0, expected)
  return current
}

const isSame = (current: HelpTopic, texts: TopicTexts): boolean => {
  const { title, summaryHtml, detailHtml, ...lists } = topicOf(current)
  const was = [title, summaryHtml, detailHtml, lists.fieldTexts, lists.relatedTopics, lists.relatedLinks]
  const is = [texts.title, texts.summaryHtml, texts.detailHtml, texts.fieldTexts, texts.relatedTopics]
  return was.map(inOrder).join('\n') === [...is, texts.relatedLinks].map(inOrder).join('\n')
}

/** JSONB keeps the fields of an object in an order of its own. */
const inOrder = (value: unknown): string =>
  JSON.stringify(value, (_, held: unknown) =>
    typeof held === 'object' && held !== null && !Array.isArray(held)
      ? Object.fromEntries(Object.entries(held).sort(([a], [b]) => (a < b ? -1 : 1)))
      : held,
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
    fieldTexts: texts.fieldTexts as unknown as Prisma.InputJsonValue,
    relatedTopics: texts.relatedTopics as unknown as Prisma.InputJsonValue,
    relatedLinks: texts.relatedLinks as unknown as Prisma.InputJsonValue,
    editedAt: scope.clock.now(),
  }
  if (!current) {
    const auditId = (await lastVersion(scope, tx, key)) + 1
    return tx.helpTopic.create({ data: { ...data, tenantId, auditId, screenKey: key, keyFolded: foldedKey(key) } })
  }
  return tx.helpTopic.update({
    where: { tenantId_id: { tenantId, id: current.id } },
    data: { ...data, auditId: { increment: 1 } },
  })
}

const record = (
  scope: Scope,
  tx: Transaction,
  topic: HelpTopic,
  action: 'created' | 'updated' | 'deleted',
  changes: Prisma.InputJsonObject,
): Promise<void> =>
  recordChange(scope, tx, {
    entity: 'helptopic',
    entityId: topic.id,
    auditId: topic.auditId,
    action,
    changes,
    event: { kind: helpEvents[action], payload: { screenKey: topic.screenKey } },
  })
