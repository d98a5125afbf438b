import { lockEvent, requireNotCancelled } from '#areas/events/events/events.queries'
import { countTaken } from '#areas/events/events/seats/availability.queries'
import type { SubmittedOrder } from '#areas/events/registrations/orders/order-parts.service'
import { isSameOrganization } from '#areas/people/contacts/candidates/candidates.queries'
import { findCountries } from '#areas/people/contacts/contacts.queries'
import { lockContacts } from '#areas/people/contacts/records/records.queries'
import type { EventSponsorEditInput } from '#contract/events/event-sponsors'
import { type FieldFault, ruleRefused } from '#kernel/errors/problem'
import type { VersionedRow } from '#kernel/listing/list-rows'
import { fromCents, toCents } from '#kernel/money/cents'
import type { Change } from '#kernel/records/change'
import { recordChange, recordChanges } from '#kernel/records/record-change'
import { unknownReference } from '#kernel/records/references'
import type { ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { EventSponsor, EventTier } from '#prisma/client'
import { buildEnteredSponsor, isOrganization } from './entered-sponsor.model.ts'
import { COUNTED, PENDING } from './event-sponsor-statuses.listing.ts'
import { parseSponsor, type SponsorData } from './event-sponsors.input.ts'
import { readEventSponsor } from './event-sponsors.queries.ts'
import { changeSponsor, describeEventSponsorChange, lockSponsor, requireAllowed } from './sponsor-changes.service.ts'

/**
 * Creates a sponsor that staff enter (id 0), or changes what was entered for one.
 *
 * @throws 404; 409 stale-audit-id, event-state, sponsor-state, merged; 412; 422 event-rule, unknown-reference.
 */
export const saveEventSponsor = (
  scope: Scope,
  key: { eventId: number; id: number },
  input: EventSponsorEditInput,
  expected: ExpectedVersion,
): Promise<VersionedRow> =>
  scope.db.transaction(async (tx) => {
    const current = key.id === 0 ? null : await lockForEdit(scope, tx, key, expected)
    if (!current) {
      await lockEvent(scope, tx, key.eventId)
      await requireNotCancelled(scope, tx, key.eventId)
    }
    const faults: FieldFault[] = []
    const data = parseSponsor(input, current, faults)
    await requireCountry(tx, data, faults)
    const sold = await parseSale(scope, tx, key.eventId, input, current, faults)
    if (faults.length > 0) throw ruleRefused('event-rule', 'The sponsor breaks rules.', faults)
    const saved = current
      ? await changeSponsor(scope, tx, current, { ...data, ...sold })
      : await createSponsor(scope, tx, key.eventId, input, { ...data, ...sold })
    return readEventSponsor(scope, saved.id, tx)
  })

const lockForEdit = async (
  scope: Scope,
  tx: Transaction,
  key: { eventId: number; id: number },
  expected: ExpectedVersion,
): Promise<EventSponsor> => {
  const { sponsor } = await lockSponsor(scope, tx, key, expected)
  requireAllowed('edit', sponsor)
  return sponsor
}

const requireCountry = async (tx: Transaction, { countryId }: SponsorData, faults: FieldFault[]): Promise<void> => {
  if (countryId === null || (await findCountries(tx)).has(countryId)) return
  faults.push({ pointer: '/CountryId', message: 'must be the id of a country' })
}

interface Sale {
  tierId: number
  price: string
}

/** Parses the tier and the fee. Those of a sponsor with an order are on its invoice. */
const parseSale = async (
  scope: Scope,
  tx: Transaction,
  eventId: number,
  { SponsorshipTierId, SponsorFee }: EventSponsorEditInput,
  current: EventSponsor | null,
  faults: FieldFault[],
): Promise<Sale> => {
  const tierId = SponsorshipTierId ?? current?.tierId ?? 0
  const where = { tenantId: scope.db.tenantId, eventId, id: tierId }
  const tier = await tx.eventTier.findFirst({ where })
  const isOther = tierId !== current?.tierId
  const cents = SponsorFee === undefined ? keptCents(current, tier, isOther) : toCents(SponsorFee)
  const isSold = current !== null && current.orderId !== null
  const sold = (pointer: string) => faults.push({ pointer, message: 'must stay unchanged: it is on the invoice' })
  if (isSold && isOther) sold('/SponsorshipTierId')
  else if (isOther && !tier?.isActive)
    faults.push({ pointer: '/SponsorshipTierId', message: 'must be an active sponsorship tier of the event' })
  else if (isOther && tier && !(await hasPosition(scope, tx, tier)))
    faults.push({ pointer: '/SponsorshipTierId', message: 'has no free position' })
  if (isSold && cents !== toCents(current.price)) sold('/SponsorFee')
  return { tierId, price: fromCents(cents) }
}

const keptCents = (current: EventSponsor | null, tier: EventTier | null, isOther: boolean): number =>
  toCents(current && (!isOther || current.orderId !== null) ? current.price : (tier?.price ?? 0))

/** Returns whether a tier has a free position. The caller has locked the event. */
export const hasPosition = async (
  scope: Scope,
  tx: Transaction,
  { tenantId, eventId, id, maxQuantity }: EventTier,
): Promise<boolean> => {
  if (maxQuantity === null) return true
  const taken = await countTaken(tx, { tenantId, eventId, now: scope.clock.now(), exceptOrderId: 0 })
  return taken.of('tier', id).taken < maxQuantity
}

/** Returns whether a sponsor uses a position of its tier. */
export const isCounted = ({ statusId }: EventSponsor): boolean => COUNTED.includes(statusId)

const createSponsor = async (
  scope: Scope,
  tx: Transaction,
  eventId: number,
  { OrganizationContactId, IndividualContactId }: EventSponsorEditInput,
  data: SponsorData & Sale,
): Promise<EventSponsor> => {
  const ids = { organization: OrganizationContactId ?? null, individual: IndividualContactId ?? null }
  const contacts = await lockContacts(
    tx,
    scope,
    [ids.organization, ids.individual].filter((id) => id !== null),
  )
  const has = (id: number | null, systemTypeId: number) =>
    id === null ||
    contacts.some((one) => one.id === id && one.systemTypeId === systemTypeId && !one.isDeleted && !one.isUnmatched)
  if (!has(ids.organization, 2)) throw unknownReference('/OrganizationContactId', 'organization')
  if (!has(ids.individual, 1)) throw unknownReference('/IndividualContactId', 'individual')
  const { tenantId } = scope.db
  const matched = { contactId: ids.organization, personId: ids.individual }
  const own = { tenantId, eventId, statusId: PENDING, createdAt: scope.clock.now() }
  const created = await tx.eventSponsor.create({ data: { ...data, ...matched, ...own } })
  await recordChange(scope, tx, describeEventSponsorChange(created, 'created'))
  return created
}

/**
 * Makes the sponsors of a cart pending ones, with what was entered for them and the contacts of the registration, and records
 * them. The caller has locked the event and the payer.
 */
export const confirmSponsors = async (scope: Scope, tx: Transaction, submitted: SubmittedOrder): Promise<void> => {
  const changes: Change[] = []
  for (const { tenantId, id, name, pointer } of submitted.order.sponsors) {
    const { billing, payerId, lines } = submitted
    const attendee = submitted.registrations.find(({ sponsorId }) => sponsorId === id)
    const cents = lines
      .filter((line) => line.pointer === pointer)
      .reduce((sum, { document }) => sum + document.amount, 0)
    const paysItself = isOrganization(billing)
    const isSame = isSameOrganization(name, billing?.OrganizationName ?? null)
    const saved = await tx.eventSponsor.update({
      where: { tenantId_id: { tenantId, id } },
      data: {
        ...buildEnteredSponsor(billing, attendee),
        statusId: PENDING,
        price: fromCents(cents),
        contactId: paysItself && isSame ? payerId : null,
        personId: attendee ? attendee.contactId : paysItself ? null : payerId,
      },
    })
    changes.push(describeEventSponsorChange(saved, 'created'))
  }
  await recordChanges(scope, tx, changes)
}
