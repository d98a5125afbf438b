import type { InputFaults } from '#kernel/errors/input-faults'
import type { AddressDraft } from '../records/drafts.model.ts'
import type { NewIds } from '../records/new-ids.queries.ts'
import { assertNestedVersion, type ListPlan, planList } from './plan-list.ts'
import type { AddressRow, ContactRecords, PlaceRow } from '../records/records.model.ts'

export interface AddressesPlan {
  addresses: ListPlan<AddressRow>
  places: ListPlan<PlaceRow>
}

/** Applies the items of Addresses. `shared` are the existing places of others that new addresses may share. */
export const planAddresses = (
  records: ContactRecords,
  drafts: readonly AddressDraft[],
  shared: readonly PlaceRow[],
  ids: NewIds,
  faults: InputFaults,
): AddressesPlan => {
  const places = new PlacePlan(records, shared, ids, faults)
  const addresses = planList<AddressRow, AddressDraft>(records.addresses, drafts, faults, {
    what: 'address',
    idField: 'ContactAddressId',
    row: (draft, before) => {
      assertNestedVersion(before?.audit_id, draft.auditId, `${draft.pointer}/AuditId`)
      const placeId = before ? places.change(draft, before.address_id) : places.add(draft)
      if (placeId === undefined) return undefined
      return {
        id: before?.id ?? ids.next('contact_address'),
        audit_id: before?.audit_id ?? 1,
        contact_id: records.id,
        address_id: placeId,
        type_id: draft.typeId ?? before?.type_id ?? 1,
        usage_flag_id: draft.usageFlagId === undefined ? (before?.usage_flag_id ?? null) : draft.usageFlagId,
        note: draft.note === undefined ? (before?.note ?? null) : draft.note,
        is_unpublished: draft.isUnpublished ?? before?.is_unpublished ?? false,
      }
    },
  })
  return { addresses, places: places.plan() }
}

class PlacePlan {
  private readonly records: ContactRecords
  private readonly places: Map<number, PlaceRow>
  private readonly put = new Map<number, PlaceRow>()
  private readonly ids: NewIds
  private readonly faults: InputFaults

  constructor(records: ContactRecords, shared: readonly PlaceRow[], ids: NewIds, faults: InputFaults) {
    this.records = records
    this.places = new Map([...shared, ...records.places].map((place) => [place.id, place]))
    this.ids = ids
    this.faults = faults
  }

  /** The place of a new address: one that exists already, or a new one. */
  add(draft: AddressDraft): number | undefined {
    if (draft.placeId > 0) {
      if (this.places.has(draft.placeId)) return this.change(draft, draft.placeId)
      this.faults.unknownReference(`${draft.pointer}/AddressId`, 'is no address')
      return undefined
    }
    const id = this.ids.next('address')
    const blank = {
      address1: null,
      address2: null,
      city: null,
      state_province: null,
      postal_code: null,
      country_id: null,
    }
    const place = { id, audit_id: 1, source_contact_id: this.records.id, ...blank, ...draft.place }
    this.places.set(id, place)
    this.put.set(id, place)
    return id
  }

  /** Changes a place where it is, for all who share it. */
  change(draft: AddressDraft, placeId: number): number | undefined {
    if (draft.placeId > 0 && draft.placeId !== placeId) {
      this.faults.unknownReference(`${draft.pointer}/AddressId`, 'is not the address that is used here')
      return undefined
    }
    const before = this.places.get(placeId)
    if (!before) throw new Error(`Address ${placeId} was not read`)
    assertNestedVersion(before.audit_id, draft.placeAuditId, `${draft.pointer}/AddressAuditId`)
    const wanted = { ...before, ...draft.place }
    if (Object.entries(wanted).some(([name, value]) => before[name as keyof PlaceRow] !== value)) {
      const changed = { ...wanted, audit_id: before.audit_id + 1 }
      this.places.set(placeId, changed)
      this.put.set(placeId, changed)
    }
    return placeId
  }

  plan(): ListPlan<PlaceRow> {
    return { after: [...this.places.values()], put: [...this.put.values()], removed: [] }
  }
}
