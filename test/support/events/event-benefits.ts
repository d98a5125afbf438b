import { expect } from 'vitest'
import type { TestAppOptions } from '../build-app.ts'
import { readLedger } from '../commerce/benefit-entries.ts'
import type { Congress, RegistrationsBench } from './registrations.ts'
import { type OpenedSubmissions, openSubmissions } from './submitted-registrations.ts'

/** A benefit of an owner, and an event whose type Full it reduces. */
export interface BenefitEvent extends Congress {
  itemId: number
  /** Has the pieces. */
  owner: number
}

interface BenefitEventOptions {
  percent?: number
  /** A new person if absent. */
  owner?: number
  /** A new benefit if absent. */
  itemId?: number
  event?: object
}

/** Registrations whose prices benefits reduce. */
export interface EventBenefitsBench extends RegistrationsBench, OpenedSubmissions {
  /** As addBenefitEvent. */
  benefitEvent(pieces: number, more?: BenefitEventOptions): Promise<BenefitEvent>
  /** An organization with an active membership. */
  firm(): Promise<number>
  /** Makes a person work at an organization. */
  employ(contactId: number, firm: number): Promise<void>
  /** Adds pieces of a benefit. */
  grant(contactId: number, itemId: number, quantity: number): Promise<void>
  /** The types and quantities of the ledger, the first one first: "Used -1". */
  ledger(owner: number, itemId: number): Promise<string[]>
}

const ok = async ({ mine }: RegistrationsBench, url: string, body: object) => {
  const response = await mine.post(url, body)
  expect(response.statusCode, response.body).toBe(200)
  return response.json()
}

const grantTo =
  (bench: RegistrationsBench): EventBenefitsBench['grant'] =>
  (ContactId, BenefitItemId, AdjustmentQuantity) =>
    ok(bench, '/api/benefitledger/contact/adjustment', {
      ContactId,
      BenefitItems: [{ BenefitItemId, AdjustmentQuantity }],
      AdjustmentDescription: 'Test',
    })

/** Gives an owner pieces of a benefit that takes a percentage off the type Full of a new event. Returns both. */
export const addBenefitEvent = async (
  bench: RegistrationsBench,
  pieces: number,
  { percent = 100, event = {}, ...known }: BenefitEventOptions = {},
): Promise<BenefitEvent> => {
  const congress = await bench.congress(event)
  const named = { Name: `Ticket ${congress.id}` }
  const itemId = known.itemId ?? (await ok(bench, '/api/benefits/items/0', named)).BenefitItemId
  const owner = known.owner ?? (await bench.person())
  if (pieces > 0) await grantTo(bench)(owner, itemId, pieces)
  const { RegistrationTypes } = await bench.read(congress.id)
  const types = RegistrationTypes as { EventRegistrationTypeId: number }[]
  const reduced = types.map((type) =>
    type.EventRegistrationTypeId === congress.full
      ? { ...type, BenefitItemId: itemId, BenefitDiscountPercent: percent }
      : type,
  )
  const sent = { AuditId: congress.AuditId, RegistrationTypes: reduced }
  const { body } = await bench.good('saveEvent', bench.save(congress.id, sent))
  return { ...congress, AuditId: Number(body.AuditId), itemId, owner }
}

export const openEventBenefits = async (now: () => Date, options: TestAppOptions = {}): Promise<EventBenefitsBench> => {
  const bench = await openSubmissions(now, options)
  let made = 0
  return {
    ...bench,
    grant: grantTo(bench),
    firm: async () => {
      const { ContactId } = await ok(bench, '/api/contacts/org/0', { OrganizationName: `Firm ${++made}` })
      const type = { Name: `Firms ${made}`, SystemContactTypeId: 2, CoversPeople: true }
      const { MembershipTypeId } = await ok(bench, '/api/membershiptypes/0', type)
      const path = `/api/membershiptypes/${MembershipTypeId}/levels/0`
      const { MembershipLevelId: LevelId } = await ok(bench, path, { Name: 'Free', Price: 0 })
      await ok(bench, '/api/memberships/0', { ContactId, MembershipTypeId, LevelId })
      return ContactId
    },
    employ: (contactId, OrganizationContactId) =>
      ok(bench, `/api/contacts/${contactId}/roles/0`, { OrganizationContactId }),
    benefitEvent: (pieces, more) => addBenefitEvent(bench, pieces, more),
    ledger: (owner, itemId) => readLedger(bench.mine, owner, itemId),
  }
}
