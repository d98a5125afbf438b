import type { HelpFieldText, HelpRelatedLink, HelpRelatedTopic } from '#contract/work/help'

/** The texts of a topic, a tenant's own or shared. HTML is sanitized. */
export interface TopicTexts {
  title: string
  summaryHtml: string | null
  detailHtml: string | null
  fieldTexts: HelpFieldText[]
  relatedTopics: HelpRelatedTopic[]
  relatedLinks: HelpRelatedLink[]
}

/** A topic as readers get it: a tenant's own, or a shared one. */
export interface Topic extends TopicTexts {
  id: string
  screenKey: string
  editedAt: Date
}

/** Returns the key of a screen in the form in which keys are compared: case-insensitive. */
export const foldKey = (key: string): string => key.toLowerCase()

/** Keys that are paths of the API: no screen can have them. */
const RESERVED = new Set(['all', 'items'])

export const isReserved = (key: string): boolean => RESERVED.has(foldKey(key))
