import { saveEvent } from '#areas/events/events/events.service'
import { startRun } from '#areas/events/invitations/runs/runs.service'
import { saveFeeItem } from '#areas/finance/books/fee-items/fee-items.service'
import type { EventDetails, EventDetailsInput } from '#contract/events/events'
import type { Scope } from '#kernel/tenancy/scope'
import { addDays, type Day } from '#kernel/time/calendar'
import { instantAt } from '#kernel/time/local-time'
import { createDressCodeField } from './custom-fields.ts'
import { idIn, NEW, withFreeName } from './saving.ts'

/** A published event of the demonstration, by the ids of what people register for. */
export interface DemoEvent {
  id: number
  typeId: number
  sessionIds: number[]
  itemId: number
  tierIds: number[]
  exhibitorTypeId: number
}

/** The events of the demonstration that people register for. */
export interface DemoEvents {
  congress: DemoEvent
  webinar: DemoEvent
}

export interface EventSources {
  today: Day
  /** The benefit that registers for the congress without a price. */
  ticketsId: number
  /** Contacts that are invited to the congress, unless mail leaves this installation. */
  invited: readonly number[]
  isMailSent: boolean
}

/**
 * Creates events: a congress and a webinar that are published in the public calendar, and a draft. People are invited to the
 * congress.
 */
export const loadEvents = async (
  scope: Scope,
  { today, ticketsId, invited, isMailSent }: EventSources,
): Promise<DemoEvents> => {
  const SaleableItemId = await addItem(scope)
  const CalendarId = await findCalendar(scope)
  const at = (day: Day, time: string) => instantAt(scope.tenant.timeZone, day, time).toISOString()
  const [congress, webinar, gala] = [90, 21, 200].map((days) => addDays(today, days)) as [Day, Day, Day]
  const events: EventDetailsInput[] = [
    {
      Name: 'Annual congress',
      Status: 'Published',
      CalendarId,
      Capacity: 300,
      HasWaitingList: true,
      ShortDescription: 'Two days of talks and workshops',
      Location: 'Harbour Hall',
      StartDate: at(congress, '09:00'),
      EndDate: at(addDays(congress, 1), '17:00'),
      RegistrationTypes: [
        {
          Name: 'Full congress',
          Price: 390,
          MemberPrice: 290,
          EarlyBirdPrice: 340,
          EarlyBirdMemberPrice: 250,
          EarlyBirdEnds: addDays(today, 45),
          SaleableItemId,
          BenefitItemId: ticketsId,
          BenefitDiscountPercent: 100,
        },
        { Name: 'Table of ten', Price: 3200, SaleableItemId, SeatsPerRegistration: 10, MaxPerOrder: 2, Capacity: 100 },
      ],
      Sessions: [
        { Name: 'Workshop: grants', StartDate: at(congress, '14:00'), EndDate: at(congress, '16:00'), Capacity: 40 },
        {
          Name: 'Workshop: volunteers',
          StartDate: at(congress, '14:00'),
          EndDate: at(congress, '16:00'),
          Capacity: 40,
        },
      ],
      SponsorshipTiers: [
        { Name: 'Evening reception', Price: 2500, SaleableItemId, MaxQuantity: 1 },
        { Name: 'Coffee breaks', Price: 750, SaleableItemId },
      ],
      ExhibitorTypes: [{ Name: 'Booth of 6 square meters', Price: 800, SaleableItemId, MaxQuantity: 12 }],
      AdditionalItems: [{ Name: 'Parking', Price: 12, SaleableItemId, MaxPerOrder: 2 }],
      Donations: [{ Name: 'Scholarships', SaleableItemId }],
      Discounts: [{ Name: 'Students', Code: 'STUDENT', Percent: 50 }],
    },
    {
      Name: 'Webinar: data protection',
      Status: 'Published',
      CalendarId,
      PaymentKinds: [],
      StartDate: at(webinar, '17:00'),
      EndDate: at(webinar, '18:00'),
      RegistrationTypes: [{ Name: 'Participant' }],
    },
    {
      Name: 'Spring gala',
      StartDate: at(gala, '18:00'),
      RegistrationTypes: [{ Name: 'Guest' }],
      CustomFields: [{ CustomFieldId: await createDressCodeField(scope), Value: 'Evening dress' }],
    },
  ]
  const saved: DemoEvent[] = []
  for (const event of events) saved.push(idsOf(JSON.parse((await saveEvent(scope, 0, event, NEW)).text)))
  const [first = NONE, second = NONE] = saved
  if (!isMailSent && invited.length > 0)
    await startRun(scope, first.id, { ContactIds: [...invited], Message: 'We look forward to seeing you.' })
  return { congress: first, webinar: second }
}

const NONE: DemoEvent = { id: 0, typeId: 0, sessionIds: [], itemId: 0, tierIds: [], exhibitorTypeId: 0 }

const idsOf = ({ EventId, RegistrationTypes, Sessions, ...offers }: EventDetails): DemoEvent => ({
  id: EventId,
  typeId: RegistrationTypes?.[0]?.EventRegistrationTypeId ?? 0,
  sessionIds: (Sessions ?? []).map(({ SessionId }) => SessionId ?? 0),
  itemId: offers.AdditionalItems?.[0]?.ItemId ?? 0,
  tierIds: (offers.SponsorshipTiers ?? []).map(({ SponsorshipTierId }) => SponsorshipTierId ?? 0),
  exhibitorTypeId: offers.ExhibitorTypes?.[0]?.ExhibitorTypeId ?? 0,
})

const addItem = async (scope: Scope): Promise<number> => {
  const where = { tenantId: scope.db.tenantId, type: 'Income', isActive: true }
  const account = await scope.db.prisma.account.findFirst({ where, orderBy: { id: 'asc' } })
  const item = { Price: 0, AccountId: account?.id ?? 0 }
  return idIn(await withFreeName('Event fees', (Name) => saveFeeItem(scope, 0, { ...item, Name }, NEW)), 'FeeItemId')
}

/** A calendar that everybody can see; null without one. */
const findCalendar = async ({ db: { prisma, tenantId } }: Scope): Promise<number | null> =>
  (await prisma.calendar.findFirst({ where: { tenantId, isPublicViewable: true }, orderBy: { id: 'asc' } }))?.id ?? null
