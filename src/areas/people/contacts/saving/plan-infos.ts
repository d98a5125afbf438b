import type { InputFaults } from '#kernel/errors/input-faults'
import type { EmailDraft, InfoDraft, PhoneDraft, WebsiteDraft } from '../records/drafts.model.ts'
import type { NewIds } from '../records/new-ids.queries.ts'
import { type ListPlan, planList } from './plan-list.ts'
import type { ContactRecords, EmailRow, PhoneRow, WebsiteRow } from '../records/records.model.ts'

export interface InfosPlan {
  emails: ListPlan<EmailRow>
  phones: ListPlan<PhoneRow>
  websites: ListPlan<WebsiteRow>
  /** The rows that items of the request mark as primary. */
  flagged: { email?: number; phone?: number; website?: number }
}

/** Applies the items of ContactList (or ContactInfos) to the emails, phones and websites of a contact. */
export const planInfos = (
  records: ContactRecords,
  drafts: readonly InfoDraft[],
  ids: NewIds,
  faults: InputFaults,
): InfosPlan => {
  const flagged: InfosPlan['flagged'] = {}
  const flag = (draft: InfoDraft, id: number): void => {
    if (!draft.isPrimary) return
    const isSecond = flagged[draft.kind] !== undefined && flagged[draft.kind] !== id
    if (isSecond) faults.malformed(`${draft.pointer}/IsPrimary`, `is set on more than one ${draft.kind}`)
    flagged[draft.kind] = id
  }
  const base = (draft: InfoDraft, before: { id: number; type_id: number; is_unpublished: boolean } | undefined) => {
    const id = before?.id ?? ids.next(`contact_${draft.kind}`)
    flag(draft, id)
    return {
      id,
      contact_id: records.id,
      type_id: draft.typeId ?? before?.type_id ?? 1,
      is_unpublished: draft.isUnpublished ?? before?.is_unpublished ?? false,
    }
  }
  const email = (draft: EmailDraft, before: EmailRow | undefined): EmailRow => ({
    ...base(draft, before),
    address: draft.value?.address ?? before?.address ?? '',
    address_key: draft.value?.key ?? before?.address_key ?? '',
    status: draft.status ?? before?.status ?? 0,
  })
  const phone = (draft: PhoneDraft, before: PhoneRow | undefined): PhoneRow => ({
    ...base(draft, before),
    number: draft.value?.number ?? before?.number ?? '',
    e164: draft.value ? draft.value.e164 : (before?.e164 ?? null),
    extension: draft.extension === undefined ? (before?.extension ?? null) : draft.extension,
  })
  const website = (draft: WebsiteDraft, before: WebsiteRow | undefined): WebsiteRow => ({
    ...base(draft, before),
    url: draft.value ?? before?.url ?? '',
  })
  const rules = <R, D>(what: string, row: (draft: D, before: R | undefined) => R) => ({ what, idField: 'Id', row })
  return {
    emails: planList(records.emails, ofKind(drafts, 'email'), faults, rules('email', email)),
    phones: planList(records.phones, ofKind(drafts, 'phone'), faults, rules('phone', phone)),
    websites: planList(records.websites, ofKind(drafts, 'website'), faults, rules('website', website)),
    flagged,
  }
}

const ofKind = <K extends InfoDraft['kind']>(drafts: readonly InfoDraft[], kind: K) =>
  drafts.filter((draft): draft is Extract<InfoDraft, { kind: K }> => draft.kind === kind)
