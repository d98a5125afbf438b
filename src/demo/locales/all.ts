import type { Random } from '../random.ts'
import { china, egypt, india, japan, korea } from './asia-and-africa.ts'
import { unitedKingdom, unitedStates } from './english.ts'
import { brazil, poland, sweden } from './europe-and-brazil.ts'
import { greece, ukraine } from './greek-and-cyrillic.ts'
import type { Locale } from './locale.ts'
import { france, germany, spain } from './western-europe.ts'

/** The countries in which the contacts of the demonstration live. */
export const locales: readonly Locale[] = [
  unitedStates,
  unitedKingdom,
  france,
  germany,
  spain,
  brazil,
  sweden,
  poland,
  greece,
  ukraine,
  egypt,
  india,
  china,
  japan,
  korea,
]

/** As many entries as a locale has shares, so that one throw picks by weight. */
const byShare = locales.flatMap((locale) => Array.from({ length: locale.share }, () => locale))

export const pickLocale = (random: Random): Locale => random.pick(byShare)
