/**
 * Converts a text to the form in which it is compared: compatibility forms are decomposed (NFKD), case and accents
 * removed, and letters without a decomposition spelled out. Separate letters remain: Cyrillic short i, voiced kana,
 * Hangul syllables, the vowel signs of Indic scripts.
 */

const LETTERS: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    ß: 'ss',
    æ: 'ae',
    œ: 'oe',
    ø: 'o',
    đ: 'd',
    ð: 'd',
    þ: 'th',
    ł: 'l',
    ħ: 'h',
    ı: 'i',
    ŋ: 'n',
    ς: 'σ',
  }),
)

const SPELLED_OUT = new RegExp(`[${[...LETTERS.keys()].join('')}]`, 'gu')

/** Marks of any script (accents, Arabic vowels) except the voicing of kana; and Hebrew points, tatweel. */
const ACCENTS = /(?![\u0306\u3099\u309a])\p{Script=Inherited}|(?<!и)\u0306|[\u0591-\u05bd\u05bf-\u05c7\u0640]/gu

/** Most names are ASCII, of which only the case changes: that takes a tenth of the time of all steps. */
const BEYOND_ASCII = /[\u0080-\uffff]/

/** Returns whether a text contains only ASCII. */
export const isAscii = (text: string): boolean => !BEYOND_ASCII.test(text)

/** Folds a text. Idempotent; keeps white space and punctuation. */
export const fold = (text: string): string => (isAscii(text) ? text.toLowerCase() : foldLetters(text))

const foldLetters = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replace(ACCENTS, '')
    .replace(SPELLED_OUT, (letter) => LETTERS.get(letter) ?? letter)
    .normalize('NFC')

/**
 * Returns the words of a text, folded: runs of letters and digits. An apostrophe inside a word does not split it
 * (O'Brien).
 */
export const foldedWords = (text: string): string[] =>
  fold(text)
    .replace(/(?<=\p{L})['’ʼ`´](?=\p{L})/gu, '')
    .match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
