import { plainKey } from '#kernel/text/plain-key'

/** An invalid value; the message states what is valid, without the value itself. */
export class ValueFault extends Error {}

/** A value with several meanings; the message names the option that decides. */
export class OpenFault extends ValueFault {}

const oneOf = <T extends number | boolean>(
  words: readonly (readonly [value: T, list: string])[],
  expected: string,
): ((text: string) => T) => {
  const known = new Map(words.flatMap(([value, list]) => list.split(' ').map((word) => [word, value] as const)))
  return (text) => {
    const found = known.get(plainKey(text))
    if (found === undefined) throw new ValueFault(`must be ${expected}`)
    return found
  }
}

export const readType = oneOf<1 | 2>(
  [
    [1, '1 individual person contact privatperson einzelperson naturlicheperson personne persona persoon'],
    [
      2,
      '2 organization organisation company business household firma unternehmen verein juristischeperson haushalt societe empresa bedrijf',
    ],
  ],
  'individual or organization',
)

export const readGender = oneOf<1 | 2 | 3 | 4>(
  [
    [1, '1 f female woman w weiblich frau femme feminin mujer femenino donna femmina vrouw'],
    [2, '2 m male man mannlich mann homme masculin hombre masculino uomo maschio'],
    [3, '3 x nonbinary nonbinaer d divers diverse other transgender'],
    [4, '4 rathernotsaid notsaid unknown keineangabe'],
  ],
  'female, male, non-binary or rather not said',
)

export const readStatus = oneOf<1 | 4 | 8 | 16>(
  [
    [1, '1 prospective prospect interessent'],
    [4, '4 courtesy ehrenmitglied'],
    [8, '8 nonmember nichtmitglied keinmitglied'],
    [16, '16 inactive inaktiv ausgetreten'],
  ],
  'prospective, courtesy, non-member or inactive (active comes from memberships)',
)

export const readFlag = oneOf<boolean>(
  [
    [true, 'yes y true 1 x ja j wahr oui o vrai si s verdadero vero sim tak'],
    [false, 'no n false 0 nein falsch non faux falso nao nee nie'],
  ],
  'yes or no',
)

/** The status of a mail address: 0 it receives mail, 1 opted out, 2 bounced, 3 complained. */
export const readMailStatus = oneOf<0 | 1 | 2 | 3>(
  [
    [0, '0 ok no false subscribed confirmed active nein aktiv abonniert'],
    [
      1,
      'unsubscribed nonsubscribed notsubscribed transactional pending optedout optout onholdoptout 2 abgemeldet unconfirmed',
    ],
    [2, '1 yes true cleaned bounced bounce onhold onholdbounce invalid unzustellbar ja'],
    [3, 'complained complaint spam abuse'],
  ],
  'subscribed, unsubscribed, cleaned, bounced or complained',
)

/** Splits a list by commas, semicolons, bars and line breaks. An item in quotes can contain them: `"A, B","C"`. */
export const readList = (text: string): string[] => {
  const items = text.match(/"(?:[^"]|"")*"|[^,;|\n]+/g) ?? []
  return items
    .map((item) => item.trim())
    .map((item) => (item.startsWith('"') && item.endsWith('"') ? item.slice(1, -1).replaceAll('""', '"').trim() : item))
    .filter((item) => item !== '')
}
