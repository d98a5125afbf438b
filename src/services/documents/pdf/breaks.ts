/** Scripts that are written without spaces. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

const SYLLABLES = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

/** Characters that no line begins with, and that no line ends with (JIS X 4051). */
const NOT_FIRST =
  /^[\s\p{Pe}\p{Pf}\p{Mn}\p{Mc}!%,.:;?…、。〃々〻‥・：；？！，．ーゝゞヽヾぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ゠～\u200b]/u
const NOT_LAST = /[\p{Ps}\p{Pi}$£¥＄￥￡#№\u200d]$/u

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
const words = new Intl.Segmenter('th', { granularity: 'word' })

/** Returns the characters of a text as a reader sees them, with their marks. */
export const lettersOf = (text: string): string[] => [...graphemes.segment(text)].map(({ segment }) => segment)

/**
 * Divides a word where a line can break: between the ideographs of Chinese and Japanese, and between the words of Thai, Lao,
 * Khmer and Burmese. Other words are one part.
 */
export const breakableParts = (word: string): string[] => {
  if (!UNSPACED.test(word)) return [word]
  const parts: string[] = []
  for (const { segment } of words.segment(word)) {
    const units = UNSPACED.test(segment) && !SYLLABLES.test(segment) ? lettersOf(segment) : [segment]
    for (const unit of units) {
      const last = parts.at(-1)
      if (last !== undefined && (NOT_FIRST.test(unit) || NOT_LAST.test(last) || !canBreak(last, unit)))
        parts[parts.length - 1] = last + unit
      else parts.push(unit)
    }
  }
  return parts
}

const canBreak = (before: string, after: string): boolean => UNSPACED.test(before) || UNSPACED.test(after)
