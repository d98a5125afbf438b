import type { IntLookupChoice, TextLookupChoice } from '#contract/shared'

/** An entry of a lookup. */
export interface Choice<Id extends number | string = number> {
  id: Id
  name: string
  extra?: string | null
  /** `#rrggbb`. */
  color?: string | null
}

interface PresentedChoice<Id> extends Omit<IntLookupChoice & TextLookupChoice, 'Id'> {
  Id: Id
}

/** Presents an entry that is at an index, from 0, of its lookup. */
export const presentChoice = <Id extends number | string>(
  { id, name, extra, color }: Choice<Id>,
  index: number,
  selectedId?: Id | null,
): PresentedChoice<Id> => ({
  Id: id,
  Name: name,
  ExtraData: extra ?? null,
  CssColor: color ?? null,
  IsSelected: id === selectedId,
  IsDeleted: false,
  Order: index + 1,
})

/** Presents the entries of a lookup in the given order. */
export const presentChoices = <Id extends number | string>(
  choices: readonly Choice<Id>[],
  selectedId?: Id | null,
): PresentedChoice<Id>[] => choices.map((choice, index) => presentChoice(choice, index, selectedId))
