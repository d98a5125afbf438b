import { plainKey } from '#kernel/text/plain-key'
import type { CountryFacts } from '../records/records.model.ts'

/** The countries of ISO 3166-1: each with its code of two letters, then that of three. */
const CODES = `
  ADAND AEARE AFAFG AGATG AIAIA ALALB AMARM AOAGO AQATA ARARG ASASM ATAUT AUAUS AWABW AXALA AZAZE BABIH BBBRB
  BDBGD BEBEL BFBFA BGBGR BHBHR BIBDI BJBEN BLBLM BMBMU BNBRN BOBOL BQBES BRBRA BSBHS BTBTN BVBVT BWBWA BYBLR
  BZBLZ CACAN CCCCK CDCOD CFCAF CGCOG CHCHE CICIV CKCOK CLCHL CMCMR CNCHN COCOL CRCRI CUCUB CVCPV CWCUW CXCXR
  CYCYP CZCZE DEDEU DJDJI DKDNK DMDMA DODOM DZDZA ECECU EEEST EGEGY EHESH ERERI ESESP ETETH FIFIN FJFJI FKFLK
  FMFSM FOFRO FRFRA GAGAB GBGBR GDGRD GEGEO GFGUF GGGGY GHGHA GIGIB GLGRL GMGMB GNGIN GPGLP GQGNQ GRGRC GSSGS
  GTGTM GUGUM GWGNB GYGUY HKHKG HMHMD HNHND HRHRV HTHTI HUHUN IDIDN IEIRL ILISR IMIMN ININD IOIOT IQIRQ IRIRN
  ISISL ITITA JEJEY JMJAM JOJOR JPJPN KEKEN KGKGZ KHKHM KIKIR KMCOM KNKNA KPPRK KRKOR KWKWT KYCYM KZKAZ LALAO
  LBLBN LCLCA LILIE LKLKA LRLBR LSLSO LTLTU LULUX LVLVA LYLBY MAMAR MCMCO MDMDA MEMNE MFMAF MGMDG MHMHL MKMKD
  MLMLI MMMMR MNMNG MOMAC MPMNP MQMTQ MRMRT MSMSR MTMLT MUMUS MVMDV MWMWI MXMEX MYMYS MZMOZ NANAM NCNCL NENER
  NFNFK NGNGA NINIC NLNLD NONOR NPNPL NRNRU NUNIU NZNZL OMOMN PAPAN PEPER PFPYF PGPNG PHPHL PKPAK PLPOL PMSPM
  PNPCN PRPRI PSPSE PTPRT PWPLW PYPRY QAQAT REREU ROROU RSSRB RURUS RWRWA SASAU SBSLB SCSYC SDSDN SESWE SGSGP
  SHSHN SISVN SJSJM SKSVK SLSLE SMSMR SNSEN SOSOM SRSUR SSSSD STSTP SVSLV SXSXM SYSYR SZSWZ TCTCA TDTCD TFATF
  TGTGO THTHA TJTJK TKTKL TLTLS TMTKM TNTUN TOTON TRTUR TTTTO TVTUV TWTWN TZTZA UAUKR UGUGA UMUMI USUSA UYURY
  UZUZB VAVAT VCVCT VEVEN VGVGB VIVIR VNVNM VUVUT WFWLF WSWSM YEYEM YTMYT ZAZAF ZMZMB ZWZWE`

/** The codes of three letters by those of two. */
export const alpha3Codes: ReadonlyMap<string, string> = new Map(
  CODES.trim()
    .split(/\s+/)
    .map((codes) => [codes.slice(0, 2), codes.slice(2)]),
)

/** Names that people write and that neither ISO 3166 nor CLDR has. */
const OTHER_NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    unitedstatesofamerica: 'US',
    america: 'US',
    uk: 'GB',
    greatbritain: 'GB',
    england: 'GB',
    scotland: 'GB',
    wales: 'GB',
    northernireland: 'GB',
    grossbritannien: 'GB',
    schottland: 'GB',
    holland: 'NL',
    thenetherlands: 'NL',
    czechrepublic: 'CZ',
    tschechischerepublik: 'CZ',
    turkey: 'TR',
    ivorycoast: 'CI',
    brd: 'DE',
    d: 'DE',
    a: 'AT',
    ch: 'CH',
    f: 'FR',
    burma: 'MM',
    swaziland: 'SZ',
    capeverde: 'CV',
  }),
)

/** Languages whose names of countries are always accepted, after that of the text. */
const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt', 'pl', 'sv', 'da', 'nb', 'fi', 'cs', 'hu', 'tr', 'ja', 'zh']

export type Country = { id: number; alpha2: string }

/** Returns the country that a text names; null if it names none. */
export type FindCountry = (text: string) => Country | null

/** Finds countries by a code or number of ISO 3166-1, or by a name: in a language, or another common one (CLDR). */
export const makeCountryNames = (countries: ReadonlyMap<number, CountryFacts>, language: string): FindCountry => {
  const known = new Map<string, Country>()
  const byCode = new Map<string, Country>()
  const add = (word: string, country: Country) => {
    if (word !== '' && !known.has(word)) known.set(word, country)
  }
  for (const [id, { alpha2, name }] of countries) {
    const country = { id, alpha2 }
    byCode.set(alpha2, country)
    for (const word of [alpha2, alpha3Codes.get(alpha2) ?? '', String(id), name]) add(plainKey(word), country)
  }
  for (const tag of [language, ...LANGUAGES]) {
    for (const style of ['long', 'short'] as const) {
      const names = new Intl.DisplayNames([tag], { type: 'region', style, fallback: 'none' })
      for (const country of byCode.values()) add(plainKey(names.of(country.alpha2) ?? ''), country)
    }
  }
  for (const [word, alpha2] of OTHER_NAMES) {
    const country = byCode.get(alpha2)
    if (country) add(word, country)
  }
  return (text) => known.get(/^\d+$/.test(text) ? String(Number(text)) : plainKey(text)) ?? null
}
