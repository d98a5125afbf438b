import type { Day } from '#kernel/time/calendar'

/** What a term of a membership, or a sponsor of the tenant or of an event, has the right to. */
export interface GrantRequest {
  source: { kind: 'membership-term' | 'sponsor' | 'eventsponsor'; id: number }
  contactId: number
  membershipId: number | null
  /** The package that is granted; null: none. */
  packageId: number | null
  /** Why that package: the level of the term, or the number of the approval. Another one replaces what was granted. */
  variantId: number | null
  from: Day
  /** The last day on which the benefits can be used; null: no end. */
  through: Day | null
  /** Whether the membership is suspended. */
  isPaused: boolean
}

export type GrantState = 'planned' | 'open' | 'closed'

export interface StoredGrant extends Omit<GrantRequest, 'source'> {
  /** A bigint as decimal digits. */
  id: string
  sourceKind: string
  sourceId: number
  state: GrantState
  /** Whether it has granted pieces before. */
  hasLots: boolean
}

/** What has to be done with a grant; see planGrant. */
export interface GrantPlan {
  /** Adds the pieces of the package. */
  opens: boolean
  /** Its unused pieces expire, or are taken back if it waits for a later first day. */
  closes: boolean
  /** What had expired returns. */
  reopens: boolean
  /** Is removed: it ended before it began, and has no pieces. */
  isDeleted: boolean
  /** Replaces the pieces by those of another package. */
  repackages: boolean
  state: GrantState
}

const isEmpty = ({ from, through }: GrantRequest): boolean => through !== null && through < from

const isOver = (through: Day | null, today: Day): boolean => through !== null && through < today

const isUnused = ({ state, hasLots }: StoredGrant): boolean => state === 'planned' && !hasLots

/** Returns whether a source without a grant gets one. Days that are over are not granted. */
export const needsGrant = (request: GrantRequest, today: Day): boolean =>
  request.packageId !== null && !isOver(request.through, today) && !isEmpty(request)

/** Plans what a request changes of its grant; undefined requests end it. */
export const planGrant = (grant: StoredGrant, request: GrantRequest | undefined, today: Day): GrantPlan => {
  const plan = { opens: false, closes: false, reopens: false, repackages: false, isDeleted: false }
  const wasOpen = grant.state === 'open'
  if (!request || isOver(request.through, today) || isEmpty(request))
    return { ...plan, closes: wasOpen, isDeleted: isUnused(grant), state: 'closed' }
  const isOther = request.variantId !== grant.variantId
  const begins = request.from <= today
  if (grant.state !== 'planned' && !begins) return { ...plan, closes: wasOpen, state: 'planned' }
  if (grant.state !== 'planned') return { ...plan, reopens: !wasOpen, repackages: isOther, state: 'open' }
  if (request.packageId === null) return { ...plan, isDeleted: isUnused(grant), state: 'closed' }
  return { ...plan, opens: begins, state: begins ? 'open' : 'planned' }
}
