import { notFound } from '#kernel/errors/problem'
import type { Scope } from '#kernel/tenancy/scope'
import { todayOf } from '../display-ads/ad-states.listing.ts'
import { addCountsSql, type CandidateRow, type Counted, candidatesSql, destinationSql } from './ad-delivery.sql.ts'
import { Batches } from './batches.model.ts'
import { Rotation } from './rotation.model.ts'

/** How long views and clicks are collected before they are counted together. */
const BATCH_MS = 20

/** What is viewed: the positions of a page, or a custom location. */
export type Viewed = { pageId: number } | { locationId: number }

/** An ad that was selected for a view. */
export type Selected = CandidateRow & { adId: number }

/** A view, or a click on an ad at a spot. */
type Event = { viewed: Viewed } | { adId: number; spotId: number }

/** The ads of a view; null if what is viewed does not exist. For a click, the ad's address; null without one. */
type Outcome = { ads: Selected[] } | { address: string } | null

/**
 * Selects the ads of views, and counts views and clicks. Those of a tenant that come within 20 ms share three statements
 * at most: one reads the ads of all viewed pages, one writes all counts. Each response waits for that commit, so nothing
 * that was shown or followed is lost with the process.
 */
export class AdDelivery {
  readonly #rotation: Rotation
  readonly #batches: Batches<Scope, Event, Outcome>

  constructor(rotation = new Rotation()) {
    this.#rotation = rotation
    this.#batches = new Batches(BATCH_MS, (scope, events) => this.#handle(scope, events))
  }

  /** Selects the ads of a view and counts an impression of each. @throws 404 if what is viewed does not exist. */
  async show(scope: Scope, viewed: Viewed): Promise<Selected[]> {
    const outcome = await this.#batches.add(scope.db.tenantId, scope, { viewed })
    if (!outcome || !('ads' in outcome)) throw notFound('pageId' in viewed ? 'page of a site' : 'custom ad location')
    return outcome.ads
  }

  /** Counts a click and returns the address of the ad. @throws 404 if the spot does not show the ad today. */
  async follow(scope: Scope, adId: number, spotId: number): Promise<string> {
    const outcome = await this.#batches.add(scope.db.tenantId, scope, { adId, spotId })
    if (!outcome || !('address' in outcome)) throw notFound('ad')
    return outcome.address
  }

  async #handle(scope: Scope, events: readonly Event[]): Promise<Outcome[]> {
    const today = todayOf(scope)
    const select = this.#selector(scope, await readCandidates(scope, today, events))
    const counts = new Counts()
    const outcomes: Outcome[] = []
    const addresses = new Map<string, Promise<string | null>>()
    for (const event of events) {
      const outcome = 'viewed' in event ? select(event.viewed) : await findAddress(scope, today, event, addresses)
      if (outcome && 'ads' in outcome) for (const { adId, spotId } of outcome.ads) counts.add(adId, spotId, 'impressions')
      if (outcome && 'address' in outcome && 'adId' in event) counts.add(event.adId, event.spotId, 'clicks')
      outcomes.push(outcome)
    }
    await commitCounts(scope, today, counts.all())
    return outcomes
  }

  #selector(scope: Scope, candidates: readonly CandidateRow[]): (viewed: Viewed) => Outcome {
    const spots = Map.groupBy(candidates, ({ spotId }) => spotId)
    const owners = Map.groupBy(spots.values(), ([first]) => ownerKey(first))
    return (viewed) => {
      const owned = owners.get('pageId' in viewed ? `page ${viewed.pageId}` : `location ${viewed.locationId}`)
      if (!owned) return null
      return { ads: owned.flatMap((rows) => this.#next(scope, rows.filter(hasAd))) }
    }
  }

  #next({ db }: Scope, ads: readonly Selected[]): Selected[] {
    const [first] = ads
    if (!first) return []
    const adIds = ads.map(({ adId }) => adId)
    const adId = this.#rotation.next(`${db.tenantId}:${first.spotId}`, adIds)
    return ads.filter((ad) => ad.adId === adId)
  }
}

const hasAd = (row: CandidateRow): row is Selected => row.adId !== null

const ownerKey = (row: CandidateRow | undefined): string =>
  row?.pageId ? `page ${row.pageId}` : `location ${row?.locationId}`

const readCandidates = async (scope: Scope, today: string, events: readonly Event[]): Promise<CandidateRow[]> => {
  const viewed = events.flatMap((event) => ('viewed' in event ? [event.viewed] : []))
  if (viewed.length === 0) return []
  const pageIds = new Set(viewed.flatMap((one) => ('pageId' in one ? [one.pageId] : [])))
  const locationIds = new Set(viewed.flatMap((one) => ('locationId' in one ? [one.locationId] : [])))
  const asked = { pageIds: [...pageIds].sort(byNumber), locationIds: [...locationIds].sort(byNumber) }
  return scope.db.rows<CandidateRow>(candidatesSql(scope.db.tenantId, today, asked))
}

const byNumber = (one: number, other: number): number => one - other

/** Clicks of a batch on the same ad share one read. */
const findAddress = async (
  { db }: Scope,
  today: string,
  { adId, spotId }: { adId: number; spotId: number },
  known: Map<string, Promise<string | null>>,
): Promise<Outcome> => {
  const key = `${adId}:${spotId}`
  const read = async (): Promise<string | null> => {
    const [found] = await db.rows<{ destinationUrl: string }>(destinationSql(db.tenantId, today, adId, spotId))
    return found?.destinationUrl ?? null
  }
  const reading = known.get(key) ?? read()
  known.set(key, reading)
  const address = await reading
  return address === null ? null : { address }
}

/** Sums the counts of a batch by ad and spot. */
class Counts {
  readonly #counted = new Map<string, Counted>()

  add(adId: number, spotId: number, what: 'impressions' | 'clicks'): void {
    const key = `${adId}:${spotId}`
    const counted = this.#counted.get(key) ?? { adId, spotId, impressions: 0, clicks: 0 }
    counted[what]++
    this.#counted.set(key, counted)
  }

  all(): Counted[] {
    return [...this.#counted.values()]
  }
}

const commitCounts = async ({ db }: Scope, today: string, counted: readonly Counted[]): Promise<void> => {
  if (counted.length === 0) return
  await db.transaction((tx) => tx.commit(addCountsSql(db.tenantId, today, counted)), { onDriver: true })
}
