import type { HelpFieldText, HelpRelatedLink, HelpRelatedTopic, HelpTopicEditInput } from '#contract/work/help'
import { badInput, ruleRefused } from '#kernel/errors/problem'
import { cleanHtml } from '#kernel/html/clean-html'
import { oneLine } from '#kernel/text/one-line'
import { isReserved, type Topic, type TopicTexts } from './help.model.ts'

const MOST_CHARACTERS = { SummaryHtml: 40_000, DetailHtml: 400_000, HelpHtml: 20_000 }
const SCREEN_KEY = /^[A-Za-z0-9][A-Za-z0-9._-]*$/

/** @throws 422 reserved-key for what is a path of the area. */
export const assertNotReserved = (key: string): void => {
  if (isReserved(key)) throw ruleRefused('reserved-key', `No screen can have the key "${key}".`)
}

/** What a topic says after an edit of what stood there: fields left out stay, null clears. */
export const readTexts = (input: HelpTopicEditInput, current: Topic | undefined): TopicTexts => ({
  title: readTitle(input.Title, current),
  summaryHtml: readHtml(input.SummaryHtml, current?.summaryHtml ?? null, '/SummaryHtml', MOST_CHARACTERS.SummaryHtml),
  detailHtml: readHtml(input.DetailHtml, current?.detailHtml ?? null, '/DetailHtml', MOST_CHARACTERS.DetailHtml),
  fieldTexts: input.FieldHelpText === undefined ? (current?.fieldTexts ?? []) : readFieldTexts(input.FieldHelpText),
  relatedTopics:
    input.RelatedTopics === undefined ? (current?.relatedTopics ?? []) : readRelatedTopics(input.RelatedTopics),
  relatedLinks: input.RelatedLinks === undefined ? (current?.relatedLinks ?? []) : readRelatedLinks(input.RelatedLinks),
})

const readTitle = (sent: string | null | undefined, current: Topic | undefined): string => {
  const title = sent === undefined ? current?.title : oneLine(sent ?? '')
  if (title) return title
  throw ruleRefused('name-needed', 'A help topic needs a title.', [{ pointer: '/Title', message: 'must not be blank' }])
}

/** HTML grows when it is cleaned, `&` to `&amp;`: it is measured as it is kept. */
const readHtml = (
  sent: string | null | undefined,
  current: string | null,
  pointer: string,
  most: number,
): string | null => {
  if (sent === undefined) return current
  const html = cleanHtml(sent ?? '').trim()
  if (html.length > most) throw badInput(pointer, `must not have more than ${most} characters once it is cleaned`)
  return html || null
}

type FieldTexts = HelpTopicEditInput['FieldHelpText']
type RelatedTopics = HelpTopicEditInput['RelatedTopics']
type RelatedLinks = HelpTopicEditInput['RelatedLinks']

const readFieldTexts = (sent: FieldTexts): HelpFieldText[] => {
  const seen = new Set<string>()
  return (sent ?? []).map(({ FieldName, HelpHtml }, index) => {
    const pointer = `/FieldHelpText/${index}`
    const name = FieldName?.trim()
    if (!name) throw badInput(`${pointer}/FieldName`, 'must not be blank')
    if (seen.has(name.toLowerCase())) throw namedTwice(`${pointer}/FieldName`, name)
    seen.add(name.toLowerCase())
    return { FieldName: name, HelpHtml: readHtml(HelpHtml, null, `${pointer}/HelpHtml`, MOST_CHARACTERS.HelpHtml) }
  })
}

const namedTwice = (pointer: string, name: string) =>
  ruleRefused('named-twice', `The field "${name}" has two texts.`, [{ pointer, message: 'is named twice' }])

const readRelatedTopics = (sent: RelatedTopics): HelpRelatedTopic[] =>
  (sent ?? []).map(({ DisplayText, DocumentId }, index) => {
    if (!DocumentId || !SCREEN_KEY.test(DocumentId) || isReserved(DocumentId)) {
      throw badInput(`/RelatedTopics/${index}/DocumentId`, 'must be the key of a screen')
    }
    return { DisplayText: DisplayText?.trim() || null, DocumentId }
  })

const readRelatedLinks = (sent: RelatedLinks): HelpRelatedLink[] =>
  (sent ?? []).map(({ DisplayText, Url }, index) => {
    const url = Url?.trim() ?? ''
    if (!isWebAddress(url)) {
      const errors = [{ pointer: `/RelatedLinks/${index}/Url`, message: 'must be a whole http or https address' }]
      throw ruleRefused('wrong-address', 'Links lead to pages, by http or https.', errors)
    }
    return { DisplayText: DisplayText?.trim() || null, Url: url }
  })

const isWebAddress = (text: string): boolean =>
  URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol)
