import type { ChapterContactChoice } from '#contract/people/chapters'
import type { IntLookupChoice, TextLookupChoice } from '#contract/shared'
import type { TreeChapter } from './lookups.sql.ts'

/** Returns a presenter of choices by the id of the chapter or of its organization. */
export const presentChoice =
  (by: 'id' | 'organizationId') =>
  (chapter: TreeChapter): ChapterContactChoice => ({
    Id: chapter[by],
    Name: chapter.name,
    PaymentGatewayId: chapter.paymentGatewayId === null ? null : String(chapter.paymentGatewayId),
  })

/** A choice of a lookup. */
export interface Choice {
  id: number
  name: string
  extra?: string | null
}

/** The chapters below the top, each with the name of its parent. */
export const childChoices = (chapters: readonly TreeChapter[]): Choice[] =>
  chapters.flatMap(({ id, name, parentName }) => (parentName === null ? [] : [{ id, name, extra: parentName }]))

/** Presents choices in the given order. None is selected. */
export const presentLookup = (choices: readonly Choice[]): IntLookupChoice[] =>
  choices.map(({ id, name, extra }, index) => ({
    Id: id,
    Name: name,
    ExtraData: extra ?? null,
    CssColor: null,
    IsSelected: false,
    IsDeleted: false,
    Order: index + 1,
  }))

/** As presentLookup, with ids as digits. */
export const presentTextLookup = (choices: readonly Choice[]): TextLookupChoice[] =>
  presentLookup(choices).map((choice) => ({ ...choice, Id: String(choice.Id) }))
