import type { IntLookupChoice } from '#contract/shared'

interface Choosable {
  id: number
  name: string
  cssColor?: string | null
  extraData?: string | null
}

/** The choices of a lookup in their order; `selectedId` is the one to show as chosen. */
export const presentChoices = (choices: readonly Choosable[], selectedId?: number | null): IntLookupChoice[] =>
  choices.map(({ id, name, cssColor, extraData }, place) => ({
    Id: id,
    Name: name,
    ExtraData: extraData ?? null,
    CssColor: cssColor ?? null,
    IsSelected: id === selectedId,
    IsDeleted: false,
    Order: place + 1,
  }))
