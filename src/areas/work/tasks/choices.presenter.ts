import type { IntLookupChoice } from '#contract/shared'

interface Choice {
  id: number
  name: string
  cssColor?: string | null
  extraData?: string | null
}

/** The choices of a lookup, in their order. */
export const presentChoices = (choices: readonly Choice[], selectedId?: number | null): IntLookupChoice[] =>
  choices.map(({ id, name, cssColor, extraData }, index) => ({
    Id: id,
    Name: name,
    ExtraData: extraData ?? null,
    CssColor: cssColor ?? null,
    IsSelected: id === selectedId,
    IsDeleted: false,
    Order: index + 1,
  }))
