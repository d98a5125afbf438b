import type { LightMyRequestResponse } from 'fastify'
import { HANDLE_PROCESSOR_EVENT } from '#areas/finance/payment-processor/events/events.service'
import type { JsonObject } from '#kernel/contract/json'
import { buildTestApp, type TestApp, type TestAppOptions, type TestCaller } from '../build-app.ts'
import { startReceiver } from '../integration/receiver.ts'
import { runJobs } from '../jobs/run-jobs.ts'
import { loadWalks } from './all-walks.ts'
import { exampleOf, operationOf } from './operations.ts'
import { type Body, findRecipe, type Recipe, recipeFor, type SaveRecipe } from './recipes.ts'
import { VERSIONS_OF_ROWS } from './versions-of-rows.ts'
import { isWord, wordOf } from './words.ts'

/** Ids by the lower-case name of their path parameter. */
export type Ids = Map<string, string>

export interface Walk {
  server: TestApp
  /** A new tenant to create records in. */
  world(): Promise<World>
  close(): Promise<void>
}

/** The application with a receiver on loopback, which it can call for the records that are addresses. */
export const openWalk = async (options: Pick<TestAppOptions, 'own'> = {}): Promise<Walk> => {
  await loadWalks()
  const server = await buildTestApp({ config: { outboundAllowed: '127.0.0.1' }, ...options })
  const receiver = await startReceiver()
  return {
    server,
    world: async () => new World(server, await server.tenant(), receiver.url),
    close: async () => {
      await receiver.close()
      await server.close()
    },
  }
}

/** A tenant in which a walk creates records of every kind by the API. */
export class World {
  readonly server: TestApp
  readonly caller: TestCaller
  /** An address that accepts every POST. */
  readonly receiverUrl: string
  #made = 0
  #hashes: Promise<string> | undefined

  constructor(server: TestApp, caller: TestCaller, receiverUrl: string) {
    this.receiverUrl = receiverUrl
    this.server = server
    this.caller = caller
  }

  /** A number that no record of this tenant has yet, for unique names. */
  next(): number {
    return ++this.#made
  }

  /** Creates the records that a path names, from the left to the right. */
  async idsFor(url: string): Promise<Ids> {
    const ids: Ids = new Map()
    for (const match of url.matchAll(/:(\w+)/g)) {
      const name = (match[1] ?? '').toLowerCase()
      const path = url.slice(0, match.index + match[0].length)
      const word = findRecipe(path) ? undefined : wordOf(name)
      ids.set(name, word ?? (await this.make(recipeFor(path), ids)))
    }
    return ids
  }

  /** Creates the records that a path names, and returns the id of one. */
  async idOf(path: string, parameter: string): Promise<number> {
    return Number((await this.idsFor(path)).get(parameter))
  }

  async make(recipe: Recipe, ids: Ids): Promise<string> {
    if (typeof recipe === 'function') return recipe(this, ids)
    const operation = operationOf(recipe.save)
    const names = [...operation.url.matchAll(/:(\w+)/g)].map(([, name = '']) => name.toLowerCase())
    const own = names.findLast((name) => !isWord(name))
    const url = fill(operation.url, new Map([...ids, ...(own ? ([[own, '0']] as const) : [])]))
    const body = await this.bodyFor(recipe, ids)
    const made = await this.good(this.caller.post(url, body), recipe.save)
    const id = made[recipe.id]
    if (id === undefined || id === null) throw new Error(`${recipe.save} returned no ${recipe.id}`)
    return String(id)
  }

  /** The body that creates a record: the example, with names that are new and references that exist. */
  async bodyFor(recipe: SaveRecipe, ids: Ids): Promise<Body> {
    const example = this.renamed(exampleOf(operationOf(recipe.save)))
    return recipe.body ? { ...example, ...(await recipe.body(this, ids)) } : example
  }

  /** Names that must be unique get a number. */
  renamed(body: JsonObject): JsonObject {
    const number = this.next()
    return Object.fromEntries(
      Object.entries(body).map(([key, value]) => {
        const isName =
          /^(Name|DisplayName|LastName|OrganizationName|ChapterName|ChapterNumber|AccountNumber|.*GroupName|ReverseName)$/
        return [key, typeof value === 'string' && isName.test(key) ? `${value}${number}` : value]
      }),
    )
  }

  async good(call: Promise<LightMyRequestResponse>, what: string): Promise<JsonObject> {
    const response = await call
    if (response.statusCode !== 200) throw new Error(`${what}: ${response.statusCode} ${response.body}`)
    return response.json()
  }

  post(url: string, body: object = {}): Promise<JsonObject> {
    return this.good(this.caller.post(url, body), url)
  }

  get(url: string): Promise<JsonObject> {
    return this.good(this.caller.get(url), url)
  }

  person = (): Promise<string> => this.#idAt('/:contactid')

  organization = (): Promise<string> => this.#idAt('/org/:contactid')

  async #idAt(path: string): Promise<string> {
    return (await this.idsFor(path)).get('contactid') ?? ''
  }

  /** Charges a payment on a new gateway of the sandbox. It is disputed. */
  async charge(): Promise<JsonObject> {
    const gateway = await this.post('/api/paymentgateways/0', { Name: `Gateway ${this.next()}` })
    const { PaymentGatewayId } = gateway
    const payment = { PaymentGatewayId, Amount: 20, PaymentToken: 'tok_createDispute', Capture: true }
    const made = await this.post('/api/integration/payproc/charges', payment)
    await runJobs(this.server, HANDLE_PROCESSOR_EVENT)
    return made
  }

  /** A member of staff, whom no operation of the API creates. */
  async staff(person?: number): Promise<string> {
    const contactId = person === undefined ? await this.person() : String(person)
    const { system } = this.server.database
    const tenantId = this.caller.tenant.id
    const role = await system.role.findFirstOrThrow({ where: { tenantId } })
    const email = `${crypto.randomUUID()}@staff.example`
    const login = await system.login.create({ data: { email, displayName: 'Staff', passwordHash: 'none' } })
    await system.staff.create({
      data: { tenantId, loginId: login.id, displayName: 'Staff', roleId: role.id, contactId: Number(contactId) },
    })
    return contactId
  }

  /** Hashes of the versions of all rows of the tenant by table, without the tables that every request writes. */
  async fingerprint(): Promise<Record<string, string>> {
    const { system } = this.server.database
    this.#hashes ??= hashesSql(this.server, this.caller.tenant.id)
    const rows = await system.$queryRawUnsafe<{ name: string; hash: string | null }[]>(await this.#hashes)
    return Object.fromEntries(rows.map(({ name, hash }) => [name, hash ?? '']))
  }
}

/** The statement that hashes the rows of a tenant by table. */
const hashesSql = async ({ database }: TestApp, tenantId: number): Promise<string> => {
  const tables = await database.system.$queryRaw<{ name: string }[]>`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'tenant_id' order by 1`
  const selects = tables
    .filter(({ name }) => !WRITTEN_BY_REQUESTS.includes(name))
    .map(
      ({ name }) =>
        `select '${name}' as name, ${VERSIONS_OF_ROWS} as hash from "${name}" where tenant_id = ${tenantId}`,
    )
  return selects.join(' union all ')
}

const WRITTEN_BY_REQUESTS = [
  'idempotency_key',
  'application_permission',
  'application_permission_secret',
  'application_use',
  'rate_lease',
]

/** Fills a path with ids. */
export const fill = (url: string, ids: Ids): string =>
  url.replace(/:(\w+)/g, (_, name: string) => {
    const id = ids.get(name.toLowerCase()) ?? wordOf(name)
    if (id === undefined) throw new Error(`No id for :${name} in ${url}`)
    return encodeURIComponent(id)
  })
