import { foldedWords } from '#kernel/text/fold'

/** Legal forms that say nothing about which organization it is. Compared folded, words joined. */
const LEGAL_FORMS = new Set(
  `ab ag aps as asa bv bvba co company corp corporation doo dba ehf ev gbr ggmbh gmbh ug inc incorporated kft kg kgaa
  limited llc llp lp ltd ltda mbh nv ohg oy oyj plc pte pty pvt sa sae sarl sas sasu se sia sl slu sp spa spzoo srl sro
  stiftung sv uab vof zoo ооо оао зао пао ао ип α.ε. αε εε οε επε ике ικε
  股份有限公司 有限公司 株式会社 有限会社 合同会社 주식회사 유한회사`.split(/\s+/),
)
const CJK_FORMS =
  /^(?:株式会社|有限会社|合同会社|주식회사|유한회사)|(?:株式会社|有限会社|合同会社|股份有限公司|有限公司|주식회사|유한회사)$/u
const SMALL_WORDS = new Set(['the', 'and', 'und', 'et', 'y', 'e'])

/** "J. R. R." and "JRR" alike: letters and digits, folded. Null where there is none. */
export const nameKey = (name: string | null | undefined): string | null => foldedWords(name ?? '').join('') || null

/**
 * The key of an organization's name: folded words, joined, without punctuation, "the" and "and", and the legal form at
 * its end ("Acme Co. & Sons, Inc." is "acmesons"). A name made of nothing else keeps its words.
 */
export const organizationNameKey = (name: string | null | undefined): string | null => {
  const words = foldedWords(joinedAbbreviations(name ?? ''))
  const telling = words.filter((word) => !LEGAL_FORMS.has(word) && !SMALL_WORDS.has(word)).map(withoutCjkForm)
  return telling.join('') || words.join('') || null
}

/** "L.L.C." and "S. p. A." are one word. */
const joinedAbbreviations = (name: string): string =>
  name.replace(/(?<!\p{L})(?:\p{L}\.\s?){2,}(?:\p{L}(?!\p{L}))?/gu, (letters) => ` ${letters.replace(/[.\s]/g, '')} `)

const withoutCjkForm = (word: string): string => word.replace(CJK_FORMS, '') || word
