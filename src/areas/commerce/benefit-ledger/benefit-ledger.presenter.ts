import type { ItemChoice } from '#contract/shared'
import { TRANSACTION_TYPES } from './transactions/transaction-types.model.ts'

/** Presents the types of transactions as choices. @param selected the number or the name of the selected type. */
export const presentTransactionTypes = (selected: string): ItemChoice[] =>
  Object.entries(TRANSACTION_TYPES).map(([id, name], index) => ({
    IsSelected: selected === id || selected.toLowerCase() === name.toLowerCase(),
    PreviouslySelected: false,
    Id: Number(id),
    Name: name,
    Order: index + 1,
  }))
