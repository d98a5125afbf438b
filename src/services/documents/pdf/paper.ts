export type PaperSize = 'A4' | 'Letter'

/** A sheet of paper and its margins, in points. */
export interface Paper {
  width: number
  height: number
  side: number
  top: number
  bottom: number
}

const MARGINS = { side: 54, top: 50, bottom: 62 }

export const PAPERS: Readonly<Record<PaperSize, Paper>> = {
  A4: { width: 595.28, height: 841.89, ...MARGINS },
  Letter: { width: 612, height: 792, ...MARGINS },
}

/** ISO 3166-1 numeric: Canada, Chile, Colombia, Costa Rica, Mexico, Panama, Philippines, Puerto Rico, USA, Venezuela. */
const LETTER_COUNTRIES = new Set([124, 152, 170, 188, 484, 591, 608, 630, 840, 862])

export const paperOfCountry = (countryId: number | null): PaperSize =>
  countryId !== null && LETTER_COUNTRIES.has(countryId) ? 'Letter' : 'A4'

export const contentWidth = ({ width, side }: Paper): number => width - 2 * side

export const contentHeight = ({ height, top, bottom }: Paper): number => height - top - bottom
