import type { Transaction } from '#kernel/tenancy/tenant-db'

const CHOICES = { include: { types: { select: { typeId: true } } } } as const

/** Who is asked a question. */
export type Asked = 'Attendee' | 'Payer' | 'Sponsor' | 'Exhibitor'

/** Returns the parts of an event; none for a new one, whose id is 0. */
export const listParts = async (tx: Transaction, tenantId: number, eventId: number) => {
  const where = { tenantId, eventId }
  const items = await tx.eventItem.findMany({ where })
  return {
    types: await tx.eventRegistrationType.findMany({ where }),
    sessions: await tx.eventSession.findMany({ where, ...CHOICES }),
    tiers: await tx.eventTier.findMany({ where }),
    exhibitorTypes: await tx.eventExhibitorType.findMany({ where }),
    items: items.filter(({ isDonation }) => !isDonation),
    donations: items.filter(({ isDonation }) => isDonation),
    discounts: await tx.eventDiscount.findMany({ where, ...CHOICES }),
    questions: await tx.eventQuestion.findMany({ where, ...CHOICES }),
  }
}

export type Parts = Awaited<ReturnType<typeof listParts>>
