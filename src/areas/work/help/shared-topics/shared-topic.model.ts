import { foldKey, type Topic } from '../help.model.ts'

/** A topic of the shared set: sanitized HTML, keys in lower case. */
export interface SharedTopic {
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

/** The last edit of the shared set. */
const EDITED = new Date('2026-11-21T00:00:00Z')

/** Converts a shared topic to the form of all topics. Related topics are shown by their titles. */
const toTopic = (
  { key, title, summary, detail, fields, related }: SharedTopic,
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

/** Returns topics by their folded keys. */
export const indexTopics = (topics: readonly SharedTopic[]): ReadonlyMap<string, Topic> => {
  const titles = new Map(topics.map(({ key, title }) => [key, title]))
  return new Map(topics.map((topic) => [foldKey(topic.key), toTopic(topic, titles)]))
}
