const TRANSLITERATED = /(a)[ae]+|([ou])e+|(d)j+/g

/**
 * Returns a folded text in the form that the spellings of a name have in common: Müller, Mueller and Muller are "muller",
 * Åse and Aase "ase", Đoković and Djokovic "dokovic". Idempotent. The function `spelling_form` of the database does the same.
 */
export const spellingForm = (folded: string): string => folded.replace(TRANSLITERATED, '$1$2$3')
