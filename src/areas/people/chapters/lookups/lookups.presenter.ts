import type { ChapterContactChoice } from '#contract/people/chapters'
import type { IntLookupChoice, TextLookupChoice } from '#contract/shared'
import type { TreeChapter } from './lookups.queries.ts'

/** A chapter to choose, by its own id or by its organization's. */
export const presentChoice =
  (by: 'id' | 'organizationId') =>
  (chapter: TreeChapter): ChapterContactChoice => ({
    Id: chapter[by],
    Name: chapter.name,
    PaymentGatewayId: chapter.paymentGatewayId === null ? null : String(chapter.paymentGatewayId),
  })

interface Shown {
  id: number
  name: string
  extra?: string | null
}

/** Choices of a lookup, in the order given; none is selected. */
export const presentLookup = (rows: readonly Shown[]): IntLookupChoice[] =>
  rows.map(({ id, name, extra }, at) => ({
    Id: id,
    Name: name,
    ExtraData: extra ?? null,
    CssColor: null,
    IsSelected: false,
    IsDeleted: false,
    Order: at + 1,
  }))

/** The same with ids as digits. */
export const presentTextLookup = (rows: readonly Shown[]): TextLookupChoice[] =>
  presentLookup(rows).map((choice) => ({ ...choice, Id: String(choice.Id) }))
