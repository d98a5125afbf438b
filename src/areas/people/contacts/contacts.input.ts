import type { ContactInfoInput } from '#contract/people/contacts'
import type { InputFaults } from '#kernel/errors/input-faults'
import type { InfoDraft } from './records/drafts.model.ts'
import { readEmail } from './saving/emails.ts'
import { readPhone } from './saving/phones.ts'
import { readLine } from './saving/text.ts'
import { readWebsite } from './saving/websites.ts'

const MOST_TYPES = { email: 3, phone: 5, website: 4 }

/** Reads emails, phones and websites. `country` (ISO 3166-1 alpha-2) is where numbers without a country code are. */
export const readInfos = (
  items: readonly ContactInfoInput[],
  list: string,
  country: string | undefined,
  faults: InputFaults,
): InfoDraft[] =>
  items.flatMap((item, index) => {
    const pointer = `/${list}/${index}`
    if (!item.Kind) {
      faults.malformed(`${pointer}/Kind`, 'must be email, phone or website')
      return []
    }
    return [readInfo({ ...item, Kind: item.Kind }, pointer, country, faults)]
  })

const readInfo = (
  item: ContactInfoInput & { Kind: 'email' | 'phone' | 'website' },
  pointer: string,
  country: string | undefined,
  faults: InputFaults,
): InfoDraft => {
  const typeId = item.TypeId || undefined
  if (typeId && typeId > MOST_TYPES[item.Kind]) {
    faults.malformed(`${pointer}/TypeId`, `must be 1 to ${MOST_TYPES[item.Kind]} for this kind`)
  }
  const base = {
    pointer,
    id: item.Id ?? 0,
    isDeleted: item.isDeleted ?? false,
    isPrimary: item.IsPrimary ?? false,
    typeId,
    isUnpublished: item.IsUnpublished,
  }
  const value = <T>(read: (text: string) => T | null, what: string): T | undefined => {
    if (base.isDeleted || (item.Value === undefined && base.id > 0)) return undefined
    const found = read(readLine(item.Value ?? '', `${pointer}/Value`, faults) ?? '')
    if (found === null) faults.malformed(`${pointer}/Value`, `is no ${what}`)
    return found ?? undefined
  }
  if (item.Kind === 'email')
    return { ...base, kind: 'email', value: value(readEmail, 'email address'), status: item.Status }
  if (item.Kind === 'website') return { ...base, kind: 'website', value: value(readWebsite, 'http or https address') }
  return {
    ...base,
    kind: 'phone',
    value: value((text) => readPhone(text, country), 'telephone number'),
    extension: readLine(item.Extension, `${pointer}/Extension`, faults),
  }
}
