import type { HelpFieldText, HelpRelatedLink, HelpRelatedTopic, HelpTopicEditInput } from '#contract/work/help'
import { badInput, ruleRefused } from '#kernel/errors/problem'
import type { Scope } from '#kernel/tenancy/scope'
import { oneLine } from '#kernel/text/one-line'
import { cleanFields, type HtmlField } from '#services/html/clean-fields'
import { isReserved, type Topic, type TopicTexts } from './help.model.ts'

const MAX_CHARACTERS = { SummaryHtml: 40_000, DetailHtml: 400_000, HelpHtml: 20_000 }
const SCREEN_KEY = /^[A-Za-z0-9][A-Za-z0-9._-]*$/

/** @throws 422 reserved-key for a path of the API. */
export const requireNotReserved = (key: string): void => {
  if (isReserved(key)) throw ruleRefused('reserved-key', `The key "${key}" is reserved. Use another key.`)
}

/** Sanitizes the HTML of a request, before the transaction. @throws 400. */
export const cleanTopic = async (scope: Scope, input: HelpTopicEditInput): Promise<CleanHtml> => {
  const fields = htmlFields(input)
  const texts = await cleanFields(scope, fields)
  return new Map(fields.map(({ pointer }, index) => [pointer, texts[index] ?? '']))
}

/** The sanitized HTML of a request, by pointer. */
type CleanHtml = ReadonlyMap<string, string>

const htmlFields = ({ SummaryHtml, DetailHtml, FieldHelpText }: HelpTopicEditInput): HtmlField[] => [
  { pointer: '/SummaryHtml', html: SummaryHtml ?? '' },
  { pointer: '/DetailHtml', html: DetailHtml ?? '' },
  ...(FieldHelpText ?? []).map(({ HelpHtml }, index) => ({ pointer: helpPointer(index), html: HelpHtml ?? '' })),
]

const helpPointer = (index: number): string => `/FieldHelpText/${index}/HelpHtml`

/**
 * Parses the texts of a topic. A field that is left out keeps its value; null clears it.
 *
 * @throws 400, 422 name-needed, named-twice, wrong-address.
 */
export const parseTexts = (input: HelpTopicEditInput, clean: CleanHtml, current: Topic | undefined): TopicTexts => ({
  title: parseTitle(input.Title, current),
  summaryHtml:
    input.SummaryHtml === undefined ? (current?.summaryHtml ?? null) : cleanText(clean, '/SummaryHtml', 'SummaryHtml'),
  detailHtml:
    input.DetailHtml === undefined ? (current?.detailHtml ?? null) : cleanText(clean, '/DetailHtml', 'DetailHtml'),
  fieldTexts:
    input.FieldHelpText === undefined ? (current?.fieldTexts ?? []) : parseFieldTexts(input.FieldHelpText, clean),
  relatedTopics:
    input.RelatedTopics === undefined ? (current?.relatedTopics ?? []) : parseRelatedTopics(input.RelatedTopics),
  relatedLinks:
    input.RelatedLinks === undefined ? (current?.relatedLinks ?? []) : parseRelatedLinks(input.RelatedLinks),
})

const parseTitle = (sent: string | null | undefined, current: Topic | undefined): string => {
  const title = sent === undefined ? current?.title : oneLine(sent ?? '')
  if (title) return title
  throw ruleRefused('name-needed', 'The help topic has no title.', [
    { pointer: '/Title', message: 'must not be blank' },
  ])
}

/** Sanitizes a text. The limit applies after that, which makes HTML longer (`&` becomes `&amp;`). */
const cleanText = (clean: CleanHtml, pointer: string, field: keyof typeof MAX_CHARACTERS): string | null => {
  const html = (clean.get(pointer) ?? '').trim()
  const max = MAX_CHARACTERS[field]
  if (html.length > max) throw badInput(pointer, `must have at most ${max} characters after it is sanitized`)
  return html || null
}

type FieldTexts = HelpTopicEditInput['FieldHelpText']
type RelatedTopics = HelpTopicEditInput['RelatedTopics']
type RelatedLinks = HelpTopicEditInput['RelatedLinks']

const parseFieldTexts = (sent: FieldTexts, clean: CleanHtml): HelpFieldText[] => {
  const seen = new Set<string>()
  return (sent ?? []).map(({ FieldName }, index) => {
    const pointer = `/FieldHelpText/${index}`
    const name = FieldName?.trim()
    if (!name) throw badInput(`${pointer}/FieldName`, 'must not be blank')
    if (seen.has(name.toLowerCase())) throw duplicateField(`${pointer}/FieldName`, name)
    seen.add(name.toLowerCase())
    return { FieldName: name, HelpHtml: cleanText(clean, helpPointer(index), 'HelpHtml') }
  })
}

const duplicateField = (pointer: string, name: string) =>
  ruleRefused('named-twice', `The field "${name}" has two texts.`, [
    { pointer, message: 'must not be in the list twice' },
  ])

const parseRelatedTopics = (sent: RelatedTopics): HelpRelatedTopic[] =>
  (sent ?? []).map(({ DisplayText, DocumentId }, index) => {
    if (!DocumentId || !SCREEN_KEY.test(DocumentId) || isReserved(DocumentId)) {
      throw badInput(`/RelatedTopics/${index}/DocumentId`, 'must be the key of a screen')
    }
    return { DisplayText: DisplayText?.trim() || null, DocumentId }
  })

const parseRelatedLinks = (sent: RelatedLinks): HelpRelatedLink[] =>
  (sent ?? []).map(({ DisplayText, Url }, index) => {
    const url = Url?.trim() ?? ''
    if (!isWebAddress(url)) {
      const errors = [{ pointer: `/RelatedLinks/${index}/Url`, message: 'must be an absolute http or https address' }]
      throw ruleRefused('wrong-address', 'A related link is not an absolute http or https address.', errors)
    }
    return { DisplayText: DisplayText?.trim() || null, Url: url }
  })

const isWebAddress = (text: string): boolean =>
  URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol)
