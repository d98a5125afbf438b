import type { Place } from '../members/moves.service.ts'

/** A contact and the chapter that covers its code; null: none. */
export interface Wish {
  contactId: number
  chapterId: number | null
}

/** That a contact is in a chapter. */
export interface Standing {
  contactId: number
  chapterId: number
  isByPostalCode: boolean
}

/** What an assignment tells of its work, see ChapterAssignment in the contract. */
export interface Counts {
  assigned: number
  removed: number
  unchanged: number
  unmatched: number
}

export interface MovePlan {
  enter: Place[]
  leave: Place[]
  /** The contacts of both, each once. */
  touched: number[]
  counts: Counts
  /** Of the contacts that nothing is done to. */
  settled: Counts
}

const NONE: Counts = { assigned: 0, removed: 0, unchanged: 0, unmatched: 0 }

export const sumOf = (a: Counts, b: Counts): Counts => ({
  assigned: a.assigned + b.assigned,
  removed: a.removed + b.removed,
  unchanged: a.unchanged + b.unchanged,
  unmatched: a.unmatched + b.unmatched,
})

/**
 * What has to be done so that each contact is where its code says. What staff chose stays; who is in a chapter by the
 * choice of staff alone is left there. Carried out and planned again there is nothing left to do.
 */
export const planMoves = (wishes: readonly Wish[], standing: readonly Standing[]): MovePlan => {
  const known = new Map<number, Standing[]>()
  for (const place of standing) known.set(place.contactId, [...(known.get(place.contactId) ?? []), place])
  const plan: MovePlan = { enter: [], leave: [], touched: [], counts: NONE, settled: NONE }
  for (const wish of wishes) {
    const { enter, leave, counts } = planContact(wish, known.get(wish.contactId) ?? [])
    plan.counts = sumOf(plan.counts, counts)
    if (enter.length + leave.length > 0) plan.touched.push(wish.contactId)
    else plan.settled = sumOf(plan.settled, counts)
    plan.enter.push(...enter)
    plan.leave.push(...leave)
  }
  return plan
}

const planContact = ({ contactId, chapterId }: Wish, standing: readonly Standing[]) => {
  const assigned = standing.filter(({ isByPostalCode }) => isByPostalCode)
  const isChosen = assigned.length < standing.length
  const isIn = standing.some((place) => place.chapterId === chapterId)
  const isLeftAlone = isChosen && assigned.length === 0
  const leave = assigned.filter((place) => place.chapterId !== chapterId)
  const enter = chapterId === null || isIn || isLeftAlone ? [] : [{ contactId, chapterId }]
  const stays = enter.length === 0 && (isIn || isChosen)
  return {
    enter,
    leave: leave.map((place) => ({ contactId, chapterId: place.chapterId })),
    counts: {
      assigned: enter.length,
      removed: leave.length,
      unchanged: stays ? 1 : 0,
      unmatched: enter.length === 0 && !stays ? 1 : 0,
    },
  }
}
