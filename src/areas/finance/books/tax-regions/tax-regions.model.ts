import { foldedWords } from '#kernel/text/fold'

/** The form in which states are compared; empty for none. */
export const stateKeyOf = (state: string | null): string => foldedWords(state ?? '').join(' ')
