import type pg from 'pg'
import type { DerivationFacts } from '#areas/people/contacts/records/derivation.model'
import type { Database } from '#kernel/database/database'
import { OperatorError } from '#kernel/errors/operator-error'
import type { Tenant } from '#prisma/client'
import { BLOCK, makeBlock } from './generate/block.ts'
import { CHAPTERS, makeChapters } from './generate/chapters.ts'
import { STAFF_SIZE } from './generate/office.ts'
import { DAY, type DemoContact, dayAt, type World } from './generate/world.ts'
import { IdStock } from './ids.ts'
import { findChapters, loadChapters } from './load/chapters.ts'
import { connectLoader, connectLoaders } from './load/connection.ts'
import { stageContact } from './load/contact-rows.ts'
import { numberDocuments } from './load/numbers.ts'
import { findStaff, loadOffice } from './load/office.ts'
import { loadedRanges, missingRanges, noteLoaded, type Range } from './load/progress-record.ts'
import { LOADED_TABLES, Stages } from './load/stages.ts'
import { refreshStatistics } from './load/statistics.ts'
import { findLookups, type Lookups } from './lookups.ts'

export interface DemoOptions {
  database: Pick<Database, 'systemUrl' | 'ownerUrl'>
  tenant: Tenant
  /** The number of demonstration contacts that the tenant is to have, at least 10. */
  contacts: number
  now: Date
  /** Called as contacts are committed. */
  onProgress?: (done: number, total: number) => void
}

export interface DemoResult {
  added: number
  /** Demonstration contacts that already existed. */
  found: number
}

/** Contacts per transaction: large enough that statements cost little, small enough that other writers do not wait long. */
const BATCH = 5000
/** The number of contacts from which a second connection is worthwhile. */
const LARGE = 20_000

/** The first contacts are the tenant's own organization, its staff and its chapters. */
const FIRST_OTHER = STAFF_SIZE + CHAPTERS.length

/** Fewer contacts make no difference to the planner. */
const WORTH_STATISTICS = 1000

/** Another process is loading a demonstration into the same tenant. */
export class DemoBusyError extends OperatorError {
  override readonly name = 'DemoBusyError'
}

/**
 * Loads demonstration contacts up to a number: on the same day the same ones in every database, except for ids. Existing
 * ones stay and are not added twice; those that a killed run left out are added.
 */
export const loadDemo = async (options: DemoOptions): Promise<DemoResult> => {
  const { database, tenant, contacts } = options
  const guard = await connectLoader(database.systemUrl)
  try {
    await takeTurn(guard, tenant.id)
    const ranges = missingRanges(await loadedRanges(guard, tenant.id), contacts, BATCH)
    const missing = ranges.reduce((sum, { from, to }) => sum + to - from, 0)
    if (missing > 0) await loadRanges(options, guard, ranges, missing)
    if (missing >= WORTH_STATISTICS) await refreshStatistics(database.ownerUrl, LOADED_TABLES)
    return { added: missing, found: contacts - missing }
  } finally {
    await guard.end()
  }
}

/** The lock ends with the connection, and so with the process. */
const takeTurn = async (guard: pg.Client, tenantId: number): Promise<void> => {
  const { rows } = await guard.query<{ got: boolean }>(
    `SELECT pg_try_advisory_lock(hashtextextended('demo:' || $1::text, 0)) AS got`,
    [tenantId],
  )
  if (!rows[0]?.got) throw new DemoBusyError('Another process is loading demonstration data into this tenant.')
}

interface Shared {
  /** A connection outside of the loaders' transactions. */
  guard: pg.Client
  options: DemoOptions
  lookups: Lookups
  countries: DerivationFacts['countries']
}

const loadRanges = async (options: DemoOptions, guard: pg.Client, ranges: Range[], missing: number): Promise<void> => {
  const clients = await connectLoaders(options.database.systemUrl, missing > LARGE ? 2 : 1)
  try {
    const [first] = clients
    if (!first) return
    const lookups = await findLookups(first, options.tenant.id)
    const shared = { options, guard, lookups, countries: await findCountries(first) }
    const loaders = await Promise.all(clients.map((client) => Loader.open(client, shared)))
    let done = 0
    const loadNext = async (loader: Loader): Promise<boolean> => {
      const range = ranges.shift()
      if (!range) return false
      await loader.load(range)
      done += range.to - range.from
      options.onProgress?.(done, missing)
      return true
    }
    // The first range contains the office, which the others reference.
    const [leader] = loaders
    if (leader) await loadNext(leader)
    await Promise.all(
      loaders.map(async (loader) => {
        while (await loadNext(loader));
      }),
    )
  } finally {
    await Promise.all(clients.map((client) => client.end()))
  }
}

const findCountries = async (client: pg.Client): Promise<DerivationFacts['countries']> => {
  const { rows } = await client.query<{ id: number; alpha2: string; name: string }>(
    'SELECT id, alpha2, name FROM country',
  )
  return new Map(rows.map(({ id, alpha2, name }) => [id, { alpha2, name }]))
}

/** Loads ranges over one connection. */
class Loader {
  readonly #client: pg.Client
  readonly #shared: Shared
  readonly #stages: Stages
  readonly #ids: IdStock

  private constructor(client: pg.Client, shared: Shared) {
    this.#client = client
    this.#shared = shared
    this.#stages = new Stages(client, shared.options.tenant.id)
    this.#ids = new IdStock(client, shared.options.tenant.id)
  }

  static async open(client: pg.Client, shared: Shared): Promise<Loader> {
    const loader = new Loader(client, shared)
    await loader.#stages.create()
    return loader
  }

  async load(range: Range): Promise<void> {
    const { tenant } = this.#shared.options
    await this.#ids.stockUp(range.to - range.from)
    const world = await this.#world()
    await this.#client.query('BEGIN')
    try {
      if (range.from === 0) await this.#loadOwn(world)
      const within = range.from === 0 ? { ...world, ...(await this.#own()) } : world
      const contacts = [...contactsOf(within, range)]
      await numberDocuments(this.#shared.guard, tenant.id, contacts)
      for (const contact of contacts) this.#stage(within, contact)
      await this.#stages.flush()
      await noteLoaded(this.#client, tenant.id, range)
      await this.#client.query('COMMIT')
    } catch (error) {
      await this.#client.query('ROLLBACK').catch(() => undefined)
      throw error
    }
  }

  /** Loads the tenant's own organization, staff and chapters. */
  async #loadOwn(world: World): Promise<void> {
    const { tenant } = this.#shared.options
    await loadOffice(this.#client, world, tenant, (contact) => this.#stage(world, contact))
    const organizations = makeChapters(world)
    for (const organization of organizations) this.#stage(world, organization)
    // Chapters reference their organizations, and the other contacts reference chapters.
    await this.#stages.flush()
    await this.#stages.clear()
    await loadChapters(this.#client, tenant.id, organizations)
  }

  /** The parts of the office that other contacts reference. */
  async #own(): Promise<Pick<World, 'staffContactIds' | 'chapters'>> {
    const { id } = this.#shared.options.tenant
    return { staffContactIds: await findStaff(this.#client, id), chapters: await findChapters(this.#client, id) }
  }

  async #world(): Promise<World> {
    const { options, lookups } = this.#shared
    return {
      tenantId: options.tenant.id,
      lookups,
      defaultStatusId: options.tenant.defaultContactStatusId,
      ...(await this.#own()),
      today: Math.floor(options.now.getTime() / DAY) * DAY,
      nextId: (table) => this.#ids.next(table),
    }
  }

  #stage(world: World, contact: DemoContact): void {
    const { countries } = this.#shared
    const { tenantId, defaultStatusId } = world
    stageContact(this.#stages, contact, { tenantId, countries, today: dayAt(world, 0), defaultStatusId })
  }
}

/** Generates block by block, so that a contact is the same for any split of the work. */
function* contactsOf(world: World, { from, to }: Range): Generator<DemoContact> {
  for (let first = Math.max(from, FIRST_OTHER); first < to; ) {
    const end = Math.min((Math.floor(first / BLOCK) + 1) * BLOCK, to)
    yield* makeBlock(world, first, end - first)
    first = end
  }
}
