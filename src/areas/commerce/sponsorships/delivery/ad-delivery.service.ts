import { notFound } from '#kernel/errors/problem'
import type { Scope } from '#kernel/tenancy/scope'
import { todayOf } from '#kernel/time/day'
import {
  type AdAtSpot,
  addCountsSql,
  addressesSql,
  type CandidateRow,
  type Counted,
  candidatesSql,
} from './ad-delivery.sql.ts'
import { Batches, Rotation } from './delivery.model.ts'

/** How long views and clicks wait at most until they are counted together. */
const MAX_BATCH_MS = 50

/** What is viewed: the positions of a page, or a custom location. */
export type Viewed = { pageId: number } | { locationId: number }

/** An ad that was selected for a view. */
export type Selected = CandidateRow & { adId: number }

/** A view, or a click on an ad at a spot. */
type Event = { viewed: Viewed } | { clicked: AdAtSpot }

/** The ads of a view, or the address of the clicked ad; null if what is meant does not exist. */
type Outcome = { ads: Selected[] } | { clicked: AdAtSpot; address: string } | null

/**
 * Selects the ads of views, and counts views and clicks. Those of a tenant that come together share their statements:
 * one reads the ads of all viewed pages, one the addresses of all clicked ads, and one writes all counts. Each response
 * waits for that commit, so that nothing that was shown or followed is lost with the process.
 */
export class AdDelivery {
  readonly #rotation: Rotation
  readonly #batches: Batches<Scope, Event, Outcome>

  constructor(rotation = new Rotation()) {
    this.#rotation = rotation
    this.#batches = new Batches(MAX_BATCH_MS, (scope, events) => this.#handle(scope, events))
  }

  /** Selects the ads of a view and counts an impression of each. @throws 404 if what is viewed does not exist. */
  async show(scope: Scope, viewed: Viewed): Promise<Selected[]> {
    const outcome = await this.#batches.add(scope.db.tenantId, scope, { viewed })
    if (!outcome || !('ads' in outcome)) throw notFound('pageId' in viewed ? 'page of a site' : 'custom ad location')
    return outcome.ads
  }

  /** Counts a click and returns the address of the ad. @throws 404 if the spot does not show the ad today. */
  async follow(scope: Scope, clicked: AdAtSpot): Promise<string> {
    const outcome = await this.#batches.add(scope.db.tenantId, scope, { clicked })
    if (!outcome || !('address' in outcome)) throw notFound('ad')
    return outcome.address
  }

  async #handle(scope: Scope, events: readonly Event[]): Promise<Outcome[]> {
    const today = todayOf(scope)
    const [candidates, addresses] = await Promise.all([
      readCandidates(scope, today, events),
      readAddresses(scope, today, events),
    ])
    const select = this.#selector(scope, candidates)
    const outcomes = events.map((event): Outcome => {
      if ('viewed' in event) return select(event.viewed)
      const address = addresses.get(keyOf(event.clicked))
      return address === undefined ? null : { clicked: event.clicked, address }
    })
    await addCounts(scope, today, sumCounts(outcomes))
    return outcomes
  }

  #selector(scope: Scope, candidates: readonly CandidateRow[]): (viewed: Viewed) => Outcome {
    const owners = new Map<string, Map<number, Selected[]>>()
    for (const row of candidates) {
      const spots = owners.get(ownerKey(row)) ?? new Map<number, Selected[]>()
      owners.set(ownerKey(row), spots)
      const ads = spots.get(row.spotId) ?? []
      spots.set(row.spotId, hasAd(row) ? [...ads, row] : ads)
    }
    return (viewed) => {
      const spots = owners.get(ownerKey(viewed))
      return spots ? { ads: [...spots.values()].flatMap((ads) => this.#next(scope, ads)) } : null
    }
  }

  #next({ db }: Scope, ads: readonly Selected[]): Selected[] {
    const spotId = ads[0]?.spotId
    const adIds = ads.map(({ adId }) => adId)
    const adId = this.#rotation.next(`${db.tenantId}:${spotId}`, adIds)
    return ads.filter((ad) => ad.adId === adId)
  }
}

const hasAd = (row: CandidateRow): row is Selected => row.adId !== null
const keyOf = ({ adId, spotId }: AdAtSpot): string => `${adId}:${spotId}`

const ownerKey = (one: { pageId?: number | null; locationId?: number | null }): string =>
  one.pageId ? `page ${one.pageId}` : `location ${one.locationId}`

const readCandidates = async ({ db }: Scope, today: string, events: readonly Event[]): Promise<CandidateRow[]> => {
  const viewed = events.flatMap((event) => ('viewed' in event ? [event.viewed] : []))
  if (viewed.length === 0) return []
  const pageIds = new Set(viewed.flatMap((one) => ('pageId' in one ? [one.pageId] : [])))
  const locationIds = new Set(viewed.flatMap((one) => ('locationId' in one ? [one.locationId] : [])))
  const asked = { pageIds: [...pageIds], locationIds: [...locationIds] }
  return db.rows<CandidateRow>(candidatesSql(db.tenantId, today, asked))
}

const readAddresses = async ({ db }: Scope, today: string, events: readonly Event[]): Promise<Map<string, string>> => {
  const clicked = new Map(
    events.flatMap((event) => ('clicked' in event ? [[keyOf(event.clicked), event.clicked]] : [])),
  )
  if (clicked.size === 0) return new Map()
  const rows = await db.rows<AdAtSpot & { address: string }>(addressesSql(db.tenantId, today, [...clicked.values()]))
  return new Map(rows.map((row) => [keyOf(row), row.address]))
}

/** Sums the counts of a batch by ad and spot. */
const sumCounts = (outcomes: readonly Outcome[]): Counted[] => {
  const sums = new Map<string, Counted>()
  const add = ({ adId, spotId }: AdAtSpot, what: 'impressions' | 'clicks'): void => {
    const sum = sums.get(keyOf({ adId, spotId })) ?? { adId, spotId, impressions: 0, clicks: 0 }
    sum[what]++
    sums.set(keyOf({ adId, spotId }), sum)
  }
  for (const outcome of outcomes) {
    if (outcome && 'ads' in outcome) for (const ad of outcome.ads) add(ad, 'impressions')
    else if (outcome) add(outcome.clicked, 'clicks')
  }
  return [...sums.values()]
}

/** Adds to the counts of a day in one statement, which is committed. */
export const addCounts = async ({ db }: Scope, day: string, counted: readonly Counted[]): Promise<void> => {
  if (counted.length === 0) return
  await db.transaction((tx) => tx.commit(addCountsSql(db.tenantId, day, counted)), { onDriver: true })
}
