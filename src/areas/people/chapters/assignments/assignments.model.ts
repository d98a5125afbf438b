import type { FailureKind } from '#services/tenant-log/failure-kinds'
import type { ChapterMember } from '../members/members.sql.ts'

/** A contact and the chapter that covers its postal code; null: none. */
export interface Coverage {
  contactId: number
  chapterId: number | null
}

/** A contact in a chapter, and whether the assignment by postal code added it. */
export interface AssignedMember extends ChapterMember {
  isByPostalCode: boolean
}

/** The counts of ChapterAssignment in the contract. */
export interface AssignmentCounts {
  assigned: number
  removed: number
  unchanged: number
  unmatched: number
}

export interface MovePlan {
  enter: ChapterMember[]
  leave: ChapterMember[]
  /** The contacts of both, each once. */
  movedIds: number[]
  counts: AssignmentCounts
  /** The counts of the contacts that are not moved. */
  unmovedCounts: AssignmentCounts
}

const NONE: AssignmentCounts = { assigned: 0, removed: 0, unchanged: 0, unmatched: 0 }

export const sumOf = (a: AssignmentCounts, b: AssignmentCounts): AssignmentCounts => ({
  assigned: a.assigned + b.assigned,
  removed: a.removed + b.removed,
  unchanged: a.unchanged + b.unchanged,
  unmatched: a.unmatched + b.unmatched,
})

/**
 * Plans the moves that put each contact into the chapter that covers its postal code. Chapters that staff chose stay, and
 * contacts whose chapters are all chosen by staff are not moved. A second plan after the moves contains none.
 */
export const planMoves = (coverages: readonly Coverage[], members: readonly AssignedMember[]): MovePlan => {
  const known = new Map<number, AssignedMember[]>()
  for (const member of members) known.set(member.contactId, [...(known.get(member.contactId) ?? []), member])
  const plan: MovePlan = { enter: [], leave: [], movedIds: [], counts: NONE, unmovedCounts: NONE }
  for (const coverage of coverages) {
    const { enter, leave, counts } = planContact(coverage, known.get(coverage.contactId) ?? [])
    plan.counts = sumOf(plan.counts, counts)
    if (enter.length + leave.length > 0) plan.movedIds.push(coverage.contactId)
    else plan.unmovedCounts = sumOf(plan.unmovedCounts, counts)
    plan.enter.push(...enter)
    plan.leave.push(...leave)
  }
  return plan
}

const planContact = ({ contactId, chapterId }: Coverage, members: readonly AssignedMember[]) => {
  const assigned = members.filter(({ isByPostalCode }) => isByPostalCode)
  const isChosen = assigned.length < members.length
  const isIn = members.some((member) => member.chapterId === chapterId)
  const isOnlyChosen = isChosen && assigned.length === 0
  const leave = assigned.filter((member) => member.chapterId !== chapterId)
  const enter = chapterId === null || isIn || isOnlyChosen ? [] : [{ contactId, chapterId }]
  const stays = enter.length === 0 && (isIn || isChosen)
  return {
    enter,
    leave: leave.map((member) => ({ contactId, chapterId: member.chapterId })),
    counts: {
      assigned: enter.length,
      removed: leave.length,
      unchanged: stays ? 1 : 0,
      unmatched: enter.length === 0 && !stays ? 1 : 0,
    },
  }
}

/** An assignment by postal code ended early. */
export const assignmentFailed: FailureKind = {
  name: 'assignmentFailed',
  level: 'Error',
  logType: 'Chapter',
  entityType: 'chapter-assignment',
  meaning: 'An assignment of contacts to chapters by postal code ended early.',
  remedy:
    'Start it again: contacts that were assigned stay assigned. If it fails again, ask the operator of the server.',
}
