import { foldedKey, type Topic } from '../help.model.ts'

/** A topic of the shared set as it is written down: clean HTML, keys in lower case. */
export interface BuiltInTopic {
  key: string
  title: string
  /** One or two sentences, shown first. */
  summary: string
  detail: string
  /** Help for single fields, by the field's name. */
  fields: Record<string, string>
  /** Keys of other topics. */
  related: string[]
}

/** When the shared set was last gone over. */
const EDITED = new Date('2026-11-21T00:00:00Z')

/** The same in the form that every topic has; other topics go by their titles. */
const asTopic = (
  { key, title, summary, detail, fields, related }: BuiltInTopic,
  titles: ReadonlyMap<string, string>,
): Topic => ({
  id: `shared:${key}`,
  screenKey: key,
  title,
  summaryHtml: `<p>${summary}</p>`,
  detailHtml: detail.trim(),
  fieldTexts: Object.entries(fields).map(([FieldName, text]) => ({ FieldName, HelpHtml: `<p>${text}</p>` })),
  relatedTopics: related.map((DocumentId) => ({ DisplayText: titles.get(DocumentId) ?? null, DocumentId })),
  relatedLinks: [],
  editedAt: EDITED,
})

/** Topics by their folded keys. */
export const byKey = (topics: readonly BuiltInTopic[]): ReadonlyMap<string, Topic> => {
  const titles = new Map(topics.map(({ key, title }) => [key, title]))
  return new Map(topics.map((topic) => [foldedKey(topic.key), asTopic(topic, titles)]))
}
