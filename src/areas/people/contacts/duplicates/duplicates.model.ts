import { foldedWords } from '#kernel/text/fold'
import type { EnteredColumns } from '../records/columns.model.ts'
import type { ContactRecords } from '../records/records.model.ts'
import { spellingForm } from '../spelling.model.ts'

/** Legal forms, which do not distinguish organizations. Compared folded, words joined. */
const LEGAL_FORMS = new Set(
  `ab ag aps as asa bv bvba co company corp corporation doo dba ehf ev gbr ggmbh gmbh ug inc incorporated kft kg kgaa
  limited llc llp lp ltd ltda mbh nv ohg oy oyj plc pte pty pvt sa sae sarl sas sasu se sia sl slu sp spa spzoo srl sro
  stiftung sv uab vof zoo ооо оао зао пао ао ип α.ε. αε εε οε επε ике ικε
  股份有限公司 有限公司 株式会社 有限会社 合同会社 주식회사 유한회사`.split(/\s+/),
)
const CJK_FORMS =
  /^(?:株式会社|有限会社|合同会社|주식회사|유한회사)|(?:株式会社|有限会社|合同会社|股份有限公司|有限公司|주식회사|유한회사)$/u
const SMALL_WORDS = new Set(['the', 'and', 'und', 'et', 'y', 'e'])

/**
 * Returns the key of a name: its letters and digits, folded, so that "J. R. R." equals "JRR". Null if there are none.
 */
export const makeNameKey = (name: string | null | undefined): string | null => foldedWords(name ?? '').join('') || null

/**
 * Returns the key of an organization's name: folded words, joined, without punctuation, "the", "and" and legal forms
 * ("Acme Co. & Sons, Inc." is "acmesons"). A name that contains nothing else keeps its words.
 */
export const makeOrganizationNameKey = (name: string | null | undefined): string | null => {
  const words = foldedWords(joinedAbbreviations(name ?? ''))
  const distinctive = words.filter((word) => !LEGAL_FORMS.has(word) && !SMALL_WORDS.has(word)).map(withoutCjkForm)
  return distinctive.join('') || words.join('') || null
}

/** Returns the form of a name's key that its spellings have in common: names are the same if they have one form. */
export const makeNameForm = (name: string | null | undefined): string | null => formOf(makeNameKey(name))

/** The same of an organization's name. */
export const makeOrganizationNameForm = (name: string | null | undefined): string | null =>
  formOf(makeOrganizationNameKey(name))

const formOf = (key: string | null): string | null => (key === null ? null : spellingForm(key))

/** Makes one word of "L.L.C." and of "S. p. A.". */
const joinedAbbreviations = (name: string): string =>
  name.replace(/(?<!\p{L})(?:\p{L}\.\s?){2,}(?:\p{L}(?!\p{L}))?/gu, (letters) => ` ${letters.replace(/[.\s]/g, '')} `)

const withoutCjkForm = (word: string): string => word.replace(CJK_FORMS, '') || word

/** The forms of names and the keys of addresses by which duplicates are found. */
export interface Identity {
  systemTypeId: 1 | 2
  firstNameKey: string | null
  lastNameKey: string | null
  organizationNameKey: string | null
  emailKeys: string[]
}

export const identityOf = (entered: EnteredColumns, emailKeys: readonly string[]): Identity => {
  const isPerson = entered.system_type_id === 1
  return {
    systemTypeId: entered.system_type_id,
    firstNameKey: isPerson ? makeNameForm(entered.first_name ?? entered.common_name) : null,
    lastNameKey: isPerson ? makeNameForm(entered.last_name) : null,
    organizationNameKey: isPerson ? null : makeOrganizationNameForm(entered.organization_name),
    emailKeys: [...new Set(emailKeys)].sort(),
  }
}

export const identityOfRecords = ({ entered, emails }: Pick<ContactRecords, 'entered' | 'emails'>): Identity =>
  identityOf(
    entered,
    emails.map(({ address_key }) => address_key),
  )

/**
 * Returns whether an identity can have duplicates: an individual needs first name, last name and email, an organization
 * one key.
 */
export const canMatch = ({ systemTypeId, firstNameKey, lastNameKey, organizationNameKey, emailKeys }: Identity) =>
  systemTypeId === 1
    ? !!firstNameKey && !!lastNameKey && emailKeys.length > 0
    : !!organizationNameKey || emailKeys.length > 0

/** Returns texts of which two duplicates have at least one in common. */
export const matchTexts = ({ systemTypeId, firstNameKey, lastNameKey, organizationNameKey, emailKeys }: Identity) =>
  systemTypeId === 1
    ? emailKeys.map((email) => `person|${firstNameKey}|${lastNameKey}|${email}`)
    : [
        ...(organizationNameKey ? [`organization|${organizationNameKey}`] : []),
        ...emailKeys.map((email) => `organization|@|${email}`),
      ]
