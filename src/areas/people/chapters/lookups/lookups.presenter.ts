import type { ChapterContactChoice } from '#contract/people/chapters'
import type { TextLookupChoice } from '#contract/shared'
import { type Choice, presentChoices } from '#kernel/http/lookup-choices'
import type { TreeChapter } from './lookups.sql.ts'

/** Returns a presenter of choices by the id of the chapter or of its organization. */
export const presentChapterChoice =
  (by: 'id' | 'organizationId') =>
  (chapter: TreeChapter): ChapterContactChoice => ({
    Id: chapter[by],
    Name: chapter.name,
    PaymentGatewayId: chapter.paymentGatewayId === null ? null : String(chapter.paymentGatewayId),
  })

/** Returns the chapters below the top, each with the name of its parent. */
export const presentChildChoices = (chapters: readonly TreeChapter[]): Choice[] =>
  chapters.flatMap(({ id, name, parentName }) => (parentName === null ? [] : [{ id, name, extra: parentName }]))

/** Presents choices like presentChoices, with ids as digits. */
export const presentTextChoices = (choices: readonly Choice[]): TextLookupChoice[] =>
  presentChoices(choices.map((choice) => ({ ...choice, id: String(choice.id) })))
