import type { HelpFieldText, HelpRelatedLink, HelpRelatedTopic } from '#contract/work/help'

/** What a topic says, whoever wrote it. HTML is clean. */
export interface TopicTexts {
  title: string
  summaryHtml: string | null
  detailHtml: string | null
  fieldTexts: HelpFieldText[]
  relatedTopics: HelpRelatedTopic[]
  relatedLinks: HelpRelatedLink[]
}

/** A topic as it stands for a reader: a tenant's own, or of the shared set. */
export interface Topic extends TopicTexts {
  id: string
  screenKey: string
  editedAt: Date
}

/** Keys are told apart whatever their case. */
export const foldedKey = (key: string): string => key.toLowerCase()

/** Keys that are paths of the area: no screen can have them. */
const RESERVED = new Set(['all', 'items'])

export const isReserved = (key: string): boolean => RESERVED.has(foldedKey(key))
